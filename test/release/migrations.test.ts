import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addRelease, changedSinceRelease } from '../../release/migrations/released.ts';
import { temporaryDirectory, writeFiles } from '../support/files.ts';

let temporary: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  temporary = await temporaryDirectory();
});
afterAll(() => temporary.remove());

it('a migration may be edited until a release has it, and neither edited nor deleted after that', async () => {
  const directory = await writeFiles(temporary.directory, { '0001-first.up.sql': 'select 1' });
  const schemas = [{ schema: 'reporting', directory }];
  const write = (name: string, sql: string) => writeFile(path.join(directory, name), sql);
  await write('0001-first.up.sql', 'select 2');
  const first = addRelease({}, '1.0.0', schemas);
  expect(first).toEqual({
    'reporting 0001-first': { release: '1.0.0', sha256: expect.stringMatching(/^[\da-f]{64}$/) },
  });
  await write('0002-second.up.sql', 'select 3');
  await write('0002-second.up.sql', 'select 4');
  expect(changedSinceRelease(first, schemas)).toEqual([]);
  const second = addRelease(first, '1.1.0', schemas);
  expect(
    Object.values(second)
      .map(({ release }) => release)
      .toSorted(),
  ).toEqual(['1.0.0', '1.1.0']);
  await write('0001-first.up.sql', 'select 1');
  await rm(path.join(directory, '0002-second.up.sql'));
  expect(changedSinceRelease(second, schemas)).toEqual([
    expect.stringMatching(/^Migration reporting 000\d-.* release 1\.[01]\.0 has/),
    expect.stringMatching(/^Migration reporting 000\d-.* release 1\.[01]\.0 has/),
  ]);
});
