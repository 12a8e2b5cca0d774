import { expect, it } from '@jest/globals';
import path from 'node:path';
import { freePort } from '../../../local/free-port.ts';
import { serviceUrls } from '../../../local/service-urls.ts';
import { runCommand, startCommand } from '../../support/programs/command.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { temporaryDirectory, writeFiles } from '../../support/files.ts';
import { startRelay } from '../../support/network/relay.ts';
import { until } from '../../support/until.ts';

const { directory: temporary } = await temporaryDirectory();

const program = 'dist/services/migrate/main.js';
const newest = { level: 'info', schemas: ['auth', 'reporting'], msg: 'the schemas have their newest version' };

it('The command npm run migrate logs what it did; a file may name the database', async () => {
  const database = await createDatabase('template1');
  const directory = await writeFiles(temporary, { url: `${database}\n` });
  const named = async (...args: string[]) => {
    const settings = { DATABASE_URL_FILE: path.join(directory, 'url') };
    const { stdout, ...ended } = await runCommand('node', [program, ...args], settings);
    return { ...ended, lines: logged(stdout) };
  };
  const auth = await named('auth');
  expect(auth).toMatchObject({ status: 0, stderr: '' });
  expect(auth.lines[0]).toMatchObject({
    level: 'info',
    name: 'migrate',
    migration: 'auth 0001-baseline',
    msg: 'applied',
  });
  expect(auth.lines.at(-1)).toMatchObject({ ...newest, schemas: ['auth'] });
  const both = await named();
  expect(both).toMatchObject({ status: 0, stderr: '' });
  expect(both.lines[0]).toMatchObject({ migration: 'reporting 0001-tables' });
  expect(both.lines.at(-1)).toMatchObject(newest);
  expect(await named()).toEqual({ status: 0, stderr: '', lines: [expect.objectContaining(newest)] });
  expect(await named('nobody')).toEqual({ status: 1, stderr: expect.stringMatching(/^Usage: /), lines: [] });
});

it('The command npm run migrate waits for a database that does not accept connections yet, and says so once', async () => {
  const url = new URL(await createDatabase('template1'));
  const serverPort = Number(url.port);
  url.port = String(await freePort());
  const command = startCommand('node', [program], { DATABASE_URL: url.href });
  await until('migrate waits', () => command.stdout() !== '');
  const relay = await startRelay(serverPort, Number(url.port));
  try {
    expect(await command.ended).toBe(0);
  } finally {
    await relay.stop();
  }
  const lines = logged(command.stdout());
  expect(lines.slice(0, 2)).toMatchObject([
    {
      level: 'warn',
      reason: `connect ECONNREFUSED 127.0.0.1:${url.port}`,
      msg: 'waiting for the database at DATABASE_URL',
    },
    { level: 'info', migration: 'auth 0001-baseline', msg: 'applied' },
  ]);
  expect(lines.at(-1)).toMatchObject(newest);
  expect(command.stderr()).toBe('');
});

it.each<[string, (url: URL) => URL | string, string, string?]>([
  [
    'a wrong password',
    (url) => Object.assign(url, { password: 'wrong' }),
    `The database at DATABASE_URL can't be used: password authentication failed for user "postgres"`,
  ],
  [
    'a database that is missing',
    (url) => Object.assign(url, { pathname: 'missing' }),
    `The database at DATABASE_URL can't be used: database "missing" does not exist`,
  ],
  ['missing rights', ({ href }) => serviceUrls(href).reporting, 'permission denied for schema public'],
  [
    'a wrong setting',
    () => 'mysql://127.0.0.1',
    'DATABASE_URL: must be a Postgres URL, such as postgres://user:password@host:5432/name; write %, #, / and ? of a password as %25, %23, %2F and %3F',
  ],
  [
    'a database without Citus that is to be distributed',
    (url) => url,
    '--distribute needs Citus: "create extension citus" on every node.',
    '--distribute',
  ],
])('ends at once with one line for %s', async (_, refused, msg, option = '') => {
  const database = await createDatabase();
  const DATABASE_URL = String(refused(new URL(database)));
  const { status, stdout, stderr } = await runCommand('node', [program, option].filter(Boolean), { DATABASE_URL });
  expect({ status, stderr, lines: logged(stdout) }).toEqual({
    status: 1,
    stderr: '',
    lines: [{ level: 'fatal', time: expect.any(String), name: 'migrate', pid: expect.any(Number), msg }],
  });
  expect(await query(database, 'select from auth.users')).toEqual([]);
});

function logged(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
