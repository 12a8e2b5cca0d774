import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { readCsv } from '../../local/import/csv.ts';
import { runCommand } from '../support/programs/command.ts';
import { temporaryDirectory } from '../support/files.ts';

it('what can be read but once, and breaks, fails instead of being waited for again', async () => {
  const { directory, remove } = await temporaryDirectory();
  const pipe = path.join(directory, 'pipe');
  expect(await runCommand('mkfifo', [pipe], {})).toMatchObject({ status: 0 });
  const written = writeFile(pipe, 'a,b\n1,2\n3,x"y\n');
  const rows: string[][] = [];
  const reading = (async () => {
    for await (const { fields } of readCsv(pipe)) rows.push(fields);
  })();
  await expect(reading).rejects.toThrow('is not valid CSV');
  await written;
  await remove();
});
