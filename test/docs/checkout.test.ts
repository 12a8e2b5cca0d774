import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { root } from '../support/programs/command.ts';

it('Git checks every text out with LF line ends, whatever the system has', () => {
  const lines = execFileSync('git', ['ls-files', '--eol'], { cwd: root }).toString().trim().split('\n');
  const texts = lines.filter((line) => !line.startsWith('i/-text') && !line.startsWith('i/none'));
  expect(texts.filter((line) => !/^i\/lf\s+w\/lf\s+attr\/text=auto eol=lf/.test(line))).toEqual([]);
});
