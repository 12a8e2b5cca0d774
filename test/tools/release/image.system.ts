import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cp, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '../../support/files.ts';
import { root } from '../../support/programs/command.ts';

it('The image has all that its build reads', async () => {
  const { directory } = await temporaryDirectory();
  const [everything, ...kept] = (await readFile(path.join(root, '.dockerignore'), 'utf8')).match(/^[^#\n].*/gm) ?? [];
  expect(everything).toBe('*');
  for (const line of kept) {
    const name = line.replace(/^!/, '');
    await cp(path.join(root, name), path.join(directory, name), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(directory, 'node_modules'));
  await promisify(execFile)('node', ['tools/build.js'], { cwd: directory });
});
