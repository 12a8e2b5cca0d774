import { beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { demoClient } from '../../demo/demo-client.ts';
import { temporaryDirectory } from '../support/files.ts';
import { runCommand } from '../support/programs/command.ts';
import { createDatabase } from '../support/postgres/database.ts';
import { dumpTables } from '../support/postgres/dump.ts';
import { pepperSetting } from '../support/pepper.ts';

const { directory: installation } = await temporaryDirectory();
/** For its temporary files only. */
let TMPDIR: string;
beforeAll(async () => {
  TMPDIR = path.join(installation, 'temporary');
  await mkdir(TMPDIR);
  await chmod(TMPDIR, 0o1777);
  await copyProduct(installation);
});

it('the demo data is loaded once, by a user without a name, and leaves no file', async () => {
  const databaseUrl = await createDatabase();
  expect(await runDemo(databaseUrl)).toEqual({
    status: 0,
    stderr: '',
    lines: [
      expect.objectContaining({
        level: 'info',
        name: 'demo',
        msg: 'the demo data is loaded',
        ...demoClient,
        rows: expect.objectContaining({ companies: 4, oauth_applications: 4 }),
      }),
    ],
  });
  const before = await dumpTables(databaseUrl);
  expect(await runDemo(databaseUrl)).toEqual({
    status: 0,
    stderr: '',
    lines: [expect.objectContaining({ level: 'info', msg: 'the database holds companies already; nothing is loaded' })],
  });
  expect(await dumpTables(databaseUrl)).toEqual(before);
  expect(await readdir(TMPDIR)).toEqual([]);
});

it('a database that is not migrated ends it at once with one line', async () => {
  const msg = `the demo data can't be loaded: relation "reporting.companies" does not exist`;
  const lines = [expect.objectContaining({ level: 'fatal', name: 'demo', msg })];
  expect(await runDemo(await createDatabase('template1'))).toEqual({ status: 1, stderr: '', lines });
});

/** What the image holds, readable by every user: the clone may be in a folder that only its owner can enter. */
async function copyProduct(directory: string): Promise<void> {
  const script = 'cp -R dist package.json "$1" && chmod -R a+rX "$1"';
  expect(await runCommand('sh', ['-ec', script, 'sh', directory], {})).toEqual({ status: 0, stdout: '', stderr: '' });
}

/** As a container runs it: with nothing else set, and as a user that can write nowhere but to the temporary files. */
async function runDemo(databaseUrl: string) {
  const user = process.getuid?.() === 0 ? { uid: 54_321, gid: 54_321 } : {};
  const child = spawn(process.execPath, ['dist/demo/main.js'], {
    ...user,
    cwd: installation,
    env: { DATABASE_URL: databaseUrl, TMPDIR, ...pepperSetting },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = child.exitCode === null ? ((await once(child, 'exit')) as [number]) : [child.exitCode];
  const lines = stdout.split('\n').filter(Boolean);
  return { status, stderr, lines: lines.map((line) => JSON.parse(line) as unknown) };
}
