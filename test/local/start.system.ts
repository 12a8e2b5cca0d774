import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { demoClient } from '../../local/demo/demo-client.ts';
import { runCommand } from '../support/programs/command.ts';
import { createDatabase, query } from '../support/postgres/database.ts';
import { dumpTables, rowsOf } from '../support/postgres/dump.ts';
import { temporaryDirectory, writeFiles } from '../support/files.ts';
import { pidOf, untilGone } from '../support/programs/processes.ts';
import {
  demoToken,
  expectRefusal,
  npmStart,
  paymentsOf,
  processesOf,
  startProgram,
  stopStarted,
} from '../support/programs/started.ts';
import type { Started } from '../support/programs/started.ts';
import { until } from '../support/until.ts';
import { pepperSetting } from '../support/pepper.ts';
import { slowKeys } from '../support/slow-keys.ts';
import { matchClientSecret } from '../../services/auth/clients/client-secret.ts';

const { directory: temporary } = await temporaryDirectory();
let demo: Started;
let empty: Started;
let elsewhere: Started | undefined;

/** What people export for other servers and programs. */
const foreign = {
  ...{ PGHOST: 'db.invalid', PGPORT: '1', PGUSER: 'someone', PGPASSWORD: 'other', PGDATABASE: 'none', PGDATA: '/none' },
  ...{ PGSSLMODE: 'require', PGSSLNEGOTIATION: 'direct', PGOPTIONS: '-c default_transaction_read_only=on' },
  ...{ LC_ALL: 'xx_YY.UTF-8', TZ: 'Pacific/Auckland', LD_LIBRARY_PATH: '/none' },
};

beforeAll(async () => {
  const hidden = path.join(temporary, 'hidden');
  await mkdir(hidden);
  // Whoever runs Postgres in the place of root can't look into it, as into /root.
  if (process.getuid?.() === 0) await chmod(hidden, 0o700);
  [demo, empty] = await Promise.all([
    npmStart(path.join(temporary, 'demo'), { by: ['npm', 'start'] }),
    npmStart(path.join(hidden, 'empty'), { by: ['npm', 'start', '--', '--empty'], more: foreign }),
  ]);
});
afterAll(async () => {
  for (const started of [demo, empty, elsewhere]) {
    if (!started) continue;
    const processes = await processesOf(started);
    for (const { pid } of processes.filter(({ command }) => /start\.js|postgres.* -D/.test(command))) {
      process.kill(pid, 'SIGTERM');
    }
    await untilGone(processes, 20_000);
  }
});

it('The command npm start prints the address, the demo client, and curl lines that work when pasted', async () => {
  expect(greetingOf(demo)).toMatch(
    new RegExp(
      `^The Client Reporting API is ready at ${demo.url}\nIts portal, for the browser, is at ${demo.url}/portal\n\n` +
        `  client id      ${demoClient.clientId}\n  client secret  ${demoClient.clientSecret}\n\n` +
        `TOKEN=.*\ncurl .*scheduled-payments.*\ncurl .*timesheets.*$`,
    ),
  );
  const [token = '', payments = '', timesheets = ''] = greetingOf(demo).split('\n').slice(-3);
  for (const line of [payments, timesheets]) {
    const { status, stdout, stderr } = await runCommand('bash', ['-c', `${token}\n${line}`], {});
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      results: Array(10).fill(expect.anything()),
      pagination: { currentPage: 1, itemsPerPage: 10 },
    });
  }
});

it('The command npm start brings no demo data with --empty, and says how to load data', async () => {
  expect(greetingOf(empty)).toMatch(
    new RegExp(
      `^The Client Reporting API is ready at ${empty.url}\nIts portal, for the browser, is at ${empty.url}/portal\n\n` +
        `It has no demo data. Load your own: npm run import -- DIRECTORY\n\n` +
        `TOKEN=.*"clientId":"YOUR_CLIENT_ID","clientSecret":"YOUR_CLIENT_SECRET".*\ncurl .*\ncurl .*$`,
    ),
  );
  expect(Object.values(await dumpTables(empty.databaseUrl)).flat()).toEqual([]);
});

it('The command npm start says that it is ready once a token can be had, though a key takes long to make and a proxy is set', async () => {
  const database = await createDatabase();
  await query(database, 'delete from auth.signing_keys');
  await loadDemo(database);
  const proxy = 'http://127.0.0.1:9';
  const started = await npmStart(path.join(temporary, 'slow'), {
    more: {
      ...{ DATABASE_URL: database, ...pepperSetting, NODE_OPTIONS: slowKeys(3_000) },
      ...{ http_proxy: proxy, https_proxy: proxy, grpc_proxy: proxy, no_proxy: 'localhost' },
    },
  });
  try {
    expect(await demoToken(started)).toMatch(/^ey/);
  } finally {
    await stopStarted(started);
  }
});

it('The command npm start keeps a terminal for what it says to people, and its log in a file', async () => {
  const directory = path.join(temporary, 'terminal');
  const onTerminal = ['script', '--quiet', '--return', '--command', startProgram.join(' '), '/dev/null'];
  const started = await npmStart(directory, { by: onTerminal, more: { DATABASE_URL: await createDatabase() } });
  try {
    const file = path.join(directory, 'log');
    await until('the greeting is whole', () => started.stdout().includes(`The log is ${file}.`));
    expect(started.stdout()).not.toContain('{"level"');
    await fetch(`${started.url}/portal`);
    await until('the request is logged', () => readFileSync(file, 'utf8').includes('"path":"/portal"'));
    expect(started.stdout()).not.toContain('"path"');
  } finally {
    await stopStarted(started);
  }
});

it('The command npm start prints a curl line that shows why there is no token: a wrong secret, or an exhausted limit', async () => {
  const [line = ''] = greetingOf(empty).split('\n').slice(-3);
  for (const error of [...Array<string>(5).fill('invalid_client'), 'rate_limited']) {
    expect(await runCommand('sh', ['-c', `${line}\nprintf %s "$TOKEN"`], {})).toEqual({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^\\{"error":"${error}"`)),
    });
  }
});

it('The command npm start runs beside another copy, and npm run import finds the database of each through LOCAL_DATA_DIR', async () => {
  const files = await writeFiles(temporary, {
    'companies.csv': 'id,name\nacme,Acme\n',
    'oauth_applications.csv': 'client_id,client_secret,user_id\nacme-client,not of the generated form,\n',
  });
  const settings = { LOCAL_DATA_DIR: empty.directory, ...foreign };
  const imported = await runCommand('npm', ['run', '--silent', 'import', '--', files], settings);
  expect(imported).toMatchObject({ status: 0, stderr: '' });
  const companies = 'select id, name from reporting.companies order by id';
  expect(await query(empty.databaseUrl, companies)).toEqual([{ id: 'acme', name: 'Acme' }]);
  expect(await query(demo.databaseUrl, companies)).toHaveLength(4);
  // It uses the pepper of that npm start.
  const pepper = Buffer.from(readFileSync(path.join(empty.directory, 'secret-pepper'), 'utf8'), 'base64');
  const stored = await query<{ hash: Buffer }>(
    empty.databaseUrl,
    'select secret_hash as hash from auth.client_secrets',
  );
  expect(matchClientSecret('acme-client', 'not of the generated form', stored, [pepper])).toBe(stored[0]);
});

it('The command npm run auth finds npm start through LOCAL_DATA_DIR too, and says so where none runs', async () => {
  const list = (directory: string) =>
    runCommand('npm', ['run', '--silent', 'auth', '--', 'applications', 'list'], {
      LOCAL_DATA_DIR: directory,
    });
  const { status, stdout, stderr } = await list(demo.directory);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect((JSON.parse(stdout) as { clientId: string }[]).map(({ clientId }) => clientId)).toContain(demoClient.clientId);
  const unused = path.join(temporary, 'unused');
  expect(await list(unused)).toEqual({
    status: 1,
    stdout: '',
    stderr: `auth: DATABASE_URL is not set, and no npm start runs with LOCAL_DATA_DIR ${unused}.\n`,
  });
});

it('The command npm start is refused in the LOCAL_DATA_DIR of a running copy, which goes on', async () => {
  await expectRefusal(
    { LOCAL_DATA_DIR: demo.directory, PORT: '0' },
    `start: LOCAL_DATA_DIR ${demo.directory} is in use by another npm start. Stop it, or set LOCAL_DATA_DIR.\n`,
  );
  expect(await paymentsOf(demo)).toBeGreaterThan(0);
});

it('The command npm start names an unknown option, without a start', async () => {
  const directory = path.join(temporary, 'unused');
  const stderr = 'start: --emtpy is not known. The only option is --empty: no demo data.\n';
  const settings = { LOCAL_DATA_DIR: directory };
  expect(await runCommand('npm', ['--silent', 'start', '--', '--emtpy'], settings)).toMatchObject({
    status: 1,
    stderr,
  });
  expect(existsSync(directory)).toBe(false);
});

it('The command npm start names a taken port', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expectRefusal({ ...unused(), PORT: String(port) }, `start: PORT ${port} is taken. Set PORT to a free one.\n`);
  other.close();
});

it.each([
  [{ HOST: '999.1.1.1' }, ["HOST 999.1.1.1 can't be listened on (ENOTFOUND). Set HOST to an address of this machine."]],
  [
    { PORT: 'http', DATABASE_URL: 'mysql://' },
    [
      'PORT: must be a whole number from 0 to 65535',
      'DATABASE_URL: must be a Postgres URL, such as postgres://user:password@host:5432/name; write %, #, / and ? of a password as %25, %23, %2F and %3F',
    ],
  ],
  [{ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, ["DATABASE_URL can't be used: connect ECONNREFUSED 127.0.0.1:1"]],
])('The command npm start names a wrong setting: %j', async (settings, problems) => {
  await expectRefusal({ ...unused(), ...settings }, problems.map((problem) => `start: ${problem}\n`).join(''));
});

it('The command npm start uses the Postgres at DATABASE_URL, and brings the same demo data every time, in every time zone', async () => {
  const databaseUrl = await createDatabase();
  const more = { DATABASE_URL: databaseUrl, TZ: 'Pacific/Auckland' };
  elsewhere = await npmStart(path.join(temporary, 'elsewhere'), { more });
  expect((await processesOf(elsewhere)).filter(({ command }) => /\bpostgres\b.*-D/.test(command))).toEqual([]);
  expect(rowsOf(await dumpTables(databaseUrl))).toEqual(rowsOf(await dumpTables(demo.databaseUrl)));
});

it('A Ctrl-C in the terminal ends every process of npm start', async () => {
  await endsBy(demo, () => process.kill(-demo.pid, 'SIGINT'));
});

it('SIGINT ends every process of npm start, even when nothing reads their output any more', async () => {
  if (!elsewhere) throw new Error('the copy at DATABASE_URL did not start');
  const { pid } = elsewhere;
  elsewhere.process.stdout?.destroy();
  await endsBy(elsewhere, () => process.kill(pid, 'SIGINT'));
});

it('The end of one process ends every process of npm start, which names it, with status 1', async () => {
  const processes = await processesOf(empty);
  const auth = pidOf(processes, /services\/auth\/main\.js/);
  await endsBy(empty, () => process.kill(auth, 'SIGKILL'), 1);
  expect(empty.stderr()).toBe('start: auth ended with SIGKILL\n');
});

it('The end of Postgres ends every process of npm start, since its hold on the data would go', async () => {
  empty = await npmStart(empty.directory);
  const processes = await processesOf(empty);
  const postmaster = pidOf(processes, /\/postgres -D/);
  await endsBy(empty, () => process.kill(postmaster, 'SIGKILL'), 1);
  expect(empty.stderr()).toBe(
    `start: The embedded Postgres ended. Its log is ${empty.directory}/postgres/server.log.\n`,
  );
});

it('A kill of npm start leaves only Postgres, and the next start takes it over', async () => {
  empty = await npmStart(empty.directory);
  const processes = await processesOf(empty);
  const start = pidOf(processes, /^\S*node .*local\/start\.js/);
  const ours = processes.filter(({ command }) => /(main|start)\.js|npm/.test(command));
  expect(ours.length).toBeGreaterThanOrEqual(5);
  process.kill(start, 'SIGKILL');
  await untilGone(ours, 10_000);
  empty = await npmStart(empty.directory);
  expect(await query(empty.databaseUrl, 'select id from reporting.companies')).toEqual([{ id: 'acme' }]);
  await endsBy(empty, () => process.kill(empty.pid, 'SIGTERM'), 0);
});

/** For a start that is refused. */
const unused = () => ({ LOCAL_DATA_DIR: path.join(temporary, 'unused'), PORT: '0' });

async function loadDemo(DATABASE_URL: string): Promise<void> {
  const loaded = runCommand('node', ['dist/services/import/main.js', 'dist/local/demo'], {
    DATABASE_URL,
    ...pepperSetting,
  });
  expect(await loaded).toMatchObject({ status: 0 });
}

function greetingOf({ stdout }: Started): string {
  return /^The Client Reporting API.*(\n(?!\{).*)*/m.exec(stdout())?.[0].trimEnd() ?? '';
}

/** Within 10 seconds, none left. */
async function endsBy(started: Started, end: () => void, status?: number): Promise<void> {
  const processes = await processesOf(started);
  expect(processes.length).toBeGreaterThanOrEqual(5);
  end();
  await untilGone(processes, 10_000);
  const ended = await started.ended;
  if (status !== undefined) expect(ended).toBe(status);
}
