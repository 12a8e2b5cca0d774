import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoClient } from '../../local/demo/demo-client.ts';
import { importDirectory } from '../../services/import/import-directory.ts';
import { parse } from 'yaml';
import { root, runCommand } from '../support/programs/command.ts';
import { exported } from '../support/reports/exports.ts';
import { temporaryDirectory, writeFiles } from '../support/files.ts';
import { installed } from '../support/programs/installed.ts';
import { installClient } from '../support/programs/client-package.ts';
import { createDatabase, query } from '../support/postgres/database.ts';
import { startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { demoToken } from '../support/programs/started.ts';
import { until } from '../support/until.ts';
import { demoAmounts } from './demo-amounts.ts';
import type { Amounts } from './demo-amounts.ts';
import { pepper } from '../support/pepper.ts';
import { pythonPrograms } from './python.ts';

const recipes = path.join(root, 'docs/recipes');

let product: Product;
const temporary = await temporaryDirectory();
let programs: string;
// It needs pandas before 3.
let airbytePrograms: string;
const data = path.join(root, 'dist/local/demo');
/** Tokens are limited to five a minute. */
let token: string;
let expected: { paid: Amounts; billable: Amounts };

beforeAll(async () => {
  programs = await pythonPrograms();
  airbytePrograms = await pythonPrograms('airbyte.txt');
  product = await startProduct();
  await importDirectory(data, product.databaseUrl, { peppers: [pepper] });
  expected = await demoAmounts(data);
  token = await demoToken(product);
}, 600_000);
afterAll(async () => {
  await product.stop();
  for (const other of await Promise.all(Object.values(others))) await other.product.stop();
});

const demoCompany = `select u.company_id from auth.users u join auth.oauth_applications a on a.user_id = u.id
  where a.client_id = '${demoClient.clientId}'`;
/** A payment of the demo's company, and its contractor. */
const some = `select min(id) from reporting.scheduled_payments where company_id = (${demoCompany})`;
const contractorOfSome = `select contractor_id from reporting.contracts
  where id = (select contract_id from reporting.scheduled_payments where id = (${some}))`;

/** What happens before each run of a recipe that keeps a copy. */
const steps: [string, string][] = [
  ['a first load', 'select'],
  ['a change', `update reporting.scheduled_payments set paid_amount = paid_amount + 1 where id = (${some})`],
  ['a deletion', `delete from reporting.scheduled_payments where id = (${some})`],
  ['a rename', `update reporting.people set last_name = last_name || '!' where id = (${contractorOfSome})`],
  ['nothing', 'select'],
  ['a truncation', 'truncate reporting.scheduled_payments'],
];

const otherHost = 'after its host changed';

const readCopy = `
import duckdb, json, sys
copy = duckdb.connect(sys.argv[1])
copy.execute("set enable_progress_bar = false")
print(json.dumps([[str(value) for value in row] for row in copy.execute(sys.argv[2]).fetchall()]))
`;

it('The Python client has types that a strict check accepts, together with pandas, Polars and Arrow', async () => {
  const options = ['--pythonpath', path.join(programs, 'python'), '--project', path.join(root, 'clients/python')];
  const { status, stdout } = await runCommand(path.join(programs, 'basedpyright'), options, {});
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^0 errors/m) });
});

it('The Python client is as its generator makes it, and its wheel has what python -m build makes', async () => {
  const copy = path.join(await writeFiles(temporary.directory, {}), 'clients/python');
  await cp(path.join(root, 'clients/python'), copy, { recursive: true });
  const page = path.join(root, 'dist/services/portal/public');
  const served = (await readdir(page)).find((file) => file.endsWith('.whl')) ?? '';
  const python = path.join(programs, 'python');
  await run(python, path.join(copy, 'generate.py'));
  expect(await run('diff', '-r', '-x', '__pycache__', path.join(root, 'clients/python'), copy)).toBe('');
  await run(python, '-m', 'build', '--wheel', '--no-isolation', copy);
  await run(python, '-c', sameFiles, path.join(page, served), path.join(copy, 'dist', served));
});

const sameFiles = `
import sys, zipfile
def files(name):
    wheel = zipfile.ZipFile(name)
    return {name: wheel.read(name) for name in wheel.namelist() if not name.endswith(("/RECORD", "/WHEEL"))}
served, built = map(files, sys.argv[1:])
assert served == built, [name for name in served | built if served.get(name) != built.get(name)]
`;

it.each(['sh', 'bash'])('The tools curl and jq show what each team was paid, in %s', async (shell) => {
  await installed('jq');
  expect(amountsIn(await run(shell, 'curl-jq.sh'))).toEqual(expected.paid);
});

it.each(['pandas_report.py', 'polars_report.py'])('The recipe %s shows what each team was paid', async (recipe) => {
  expect(amountsIn(await run(path.join(programs, 'python'), recipe))).toEqual(expected.paid);
});

it.each(['duckdb_report.py', 'dlt_pipeline.py'])(
  'The recipe %s loads both reports, each of them once, and again after its database was deleted',
  async (recipe) => {
    const directory = await writeFiles(temporary.directory, {});
    const before = unchanged('/list');
    // The last time without its database, where duckdb_report.py still has its Parquet files.
    for (const expectedUnchanged of [0, 2, recipe === 'dlt_pipeline.py' ? 2 : 4]) {
      const output = await runIn(directory, product.url, path.join(programs, 'python'), recipe);
      const [payments = '', timesheets = ''] = output.split('timesheets\n');
      expect(amountsIn(payments)).toEqual(expected.paid);
      expect(amountsIn(timesheets)).toEqual(expected.billable);
      await until('each 304 is logged', () => unchanged('/list') === before + expectedUnchanged);
      if (expectedUnchanged > 0) await runIn(directory, product.url, 'sh', '-c', 'rm -f *.duckdb');
    }
  },
);

it('Airbyte reads both reports by its YAML', async () => {
  const settings = { client_id: demoClient.clientId, client_secret: demoClient.clientSecret };
  const stream = (name: string) => ({
    stream: { name, json_schema: {}, supported_sync_modes: ['full_refresh'] },
    sync_mode: 'full_refresh',
    destination_sync_mode: 'overwrite',
  });
  const directory = await writeFiles(temporary.directory, {
    'config.json': JSON.stringify({
      ...settings,
      base_url: `${product.url}/`,
      from_date: '2026-01-01',
      to_date: '2026-12-31',
    }),
    'catalog.json': JSON.stringify({ streams: [stream('scheduled_payments'), stream('timesheets')] }),
  });
  const config = path.join(directory, 'config.json');
  const catalog = path.join(directory, 'catalog.json');
  const program = path.join(airbytePrograms, 'source-declarative-manifest');
  const files = ['--config', config, '--catalog', catalog, '--manifest-path', 'airbyte.yaml'];
  const output = await run(program, 'read', ...files);
  const records = output
    .split('\n')
    .filter((line) => line.includes('"type":"RECORD"'))
    .map((line) => (JSON.parse(line) as { record: { stream: string; data: RecordData } }).record);
  const sum = (of: string, amount: (data: RecordData) => number | undefined) => {
    const sums: Amounts = {};
    for (const { data } of records.filter(({ stream }) => stream === of)) {
      const team = data.contract.team?.name ?? 'no team';
      sums[team] = (sums[team] ?? 0) + Math.round((amount(data) ?? NaN) * 100);
    }
    return sums;
  };
  expect(sum('scheduled_payments', ({ paidAmount }) => paidAmount)).toEqual(expected.paid);
  expect(sum('timesheets', ({ statistics }) => statistics?.billableAmount)).toEqual(expected.billable);
  for (const { data } of records.filter(({ stream }) => stream === 'timesheets')) {
    expect(data.contract_id).toBe(data.contract._id);
  }
});

it("Grafana's query selects columns that its data source has", async () => {
  const provisioning = parse(
    await readFile(path.join(recipes, 'grafana-infinity.yaml'), 'utf8'),
  ) as GrafanaProvisioning;
  const query = JSON.parse(await readFile(path.join(recipes, 'grafana-query.json'), 'utf8')) as GrafanaQuery;
  const { text } = await exported(
    `${product.url}${query.url}`,
    { fromDate: '2026-01-01', toDate: '2026-01-31' },
    token,
    query.url_options.headers[0]?.value ?? '',
  );
  expect(provisioning.datasources.map(({ type, uid }) => ({ type, uid }))).toEqual([query.datasource]);
  // Of the data source itself, in UTC; those of Grafana are in the zone of the browser.
  expect(query.url_options.params).toEqual([
    { key: 'fromDate', value: '${__timeFrom:date:YYYY-MM-DD}' },
    { key: 'toDate', value: '${__timeTo:date:YYYY-MM-DD}' },
  ]);
  expect(text.split('\r\n')[0]?.split(',')).toEqual(
    expect.arrayContaining(query.columns.map(({ selector }) => selector)),
  );
});

it('The client for Node.js goes through a proxy as its README says', async () => {
  const readme = await readFile(path.join(root, 'clients/node/README.md'), 'utf8');
  const [, option] = /^For a proxy: .*?`(fetch: .+?)`/m.exec(readme) ?? [];
  expect(option).toBeDefined();
  const project = await installClient();
  // With the whole environment: npm may need the certificates and the registry of this machine.
  const options = ['--no-audit', '--prefer-offline', '--prefix', project];
  await promisify(execFile)('npm', ['install', ...options, 'undici@7']);
  const opened: string[] = [];
  const proxy = createHttpServer()
    .on('connect', (request, client) => {
      opened.push(request.url ?? '');
      const server = connect(Number(new URL(product.url).port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        server.pipe(client).pipe(server);
      });
    })
    .listen(0, '127.0.0.1');
  await once(proxy.unref(), 'listening');
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const program = `
      import { createClient } from '@platform/client-reporting';
      import * as undici from 'undici';
      const dispatcher = new undici.ProxyAgent({ uri: '${proxyUrl}', proxyTunnel: true });
      const { BASE_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
      const client = createClient({ baseUrl, clientId, clientSecret, maxRetries: 0, ${option} });
      console.log((await client.company()).companyName);
      process.exit();`;
  await writeFile(path.join(project, 'proxied.mjs'), program);
  expect(await runIn(project, undefined, 'node', 'proxied.mjs')).toMatch(/\w/);
  expect(opened).toContain(new URL(product.url).host);
});

describe.each([
  [
    'duckdb_copy.py',
    () => path.join(programs, 'python'),
    'copy.duckdb',
    `row->>'$.paidAmount' as paid, row->>'$.contract.contractor.lastName' as name from payments`,
  ],
  [
    'dlt_changes.py',
    () => path.join(programs, 'python'),
    'client_reporting_changes_HOST.duckdb',
    'paid_amount as paid, contract__contractor__last_name as name from reports.scheduled_payments',
  ],
  [
    'postgres_copy.mjs',
    () => process.execPath,
    '',
    `row->>'paidAmount' as paid, row#>>'{contract,contractor,lastName}' as name from payments`,
  ],
])('%s keeps a copy equal', (recipe, program, file, columns) => {
  let directory: string;
  let copyUrl: string;
  beforeAll(async () => {
    await importDirectory(data, product.databaseUrl, { peppers: [pepper] });
    copyUrl = await createDatabase();
    if (recipe.endsWith('.py')) {
      directory = await writeFiles(temporary.directory, {});
    } else {
      directory = await writeFiles(await installClient(), {
        [recipe]: await readFile(path.join(recipes, recipe), 'utf8'),
      });
      await mkdir(path.join(directory, 'node_modules'));
      await symlink(path.join(root, 'node_modules/pg'), path.join(directory, 'node_modules/pg'));
    }
  });

  const update = async (at?: string) => {
    // A file of its own, and not one of the recipes: it is beside the client.
    const name = recipe.endsWith('.py') ? recipe : path.join(directory, recipe);
    await runIn(directory, at, 'env', `COPY_URL=${copyUrl}`, program(), name);
  };
  const read = async (text: string, at?: string) =>
    file === ''
      ? (await query<Record<string, string>>(copyUrl, text)).map((row) => Object.values(row))
      : (JSON.parse(await runIn(directory, at, program(), '-c', readCopy, named(file, at), text)) as string[][]);
  const copied = `select ${recipe === 'dlt_changes.py' ? '_id as id' : 'id'}, ${columns}`;

  it.each(steps)('The program keeps a copy equal after %s', async (_, statement) => {
    await query(product.databaseUrl, statement);
    await update();
    const rows = await read(copied);
    expect(rows.length === 0).toBe(statement.startsWith('truncate'));
    expect(sorted(rows)).toEqual(await reportRows());
  });

  it(otherHost, async () => {
    const { url, totals } = await (others[0] ??= startOther());
    await update(url);
    const [row = []] = await read(
      `select count(*), sum(cast(paid as decimal(18, 2))), max(name) from (${copied}) rows`,
      url,
    );
    expect(row.map(String)).toEqual(totals);
  });
});

describe('airbyte_changes.py keeps a copy equal', () => {
  /** As a destination of Airbyte has them, with deduplication. */
  const rows = new Map<string, AirbyteRow>();
  let state: unknown[] = [];
  beforeAll(() => importDirectory(data, product.databaseUrl, { peppers: [pepper] }));

  const sync = async (at = product.url, startsAfterS = 0) => {
    const { clientId: client_id, clientSecret: client_secret } = demoClient;
    const stream = {
      name: 'scheduled_payments',
      json_schema: {},
      supported_sync_modes: ['full_refresh', 'incremental'],
    };
    const configured = { stream, sync_mode: 'incremental', destination_sync_mode: 'append_dedup' };
    const files = {
      config: { client_id, client_secret, base_url: `${at}/` },
      catalog: { streams: [{ ...configured, cursor_field: ['position'], primary_key: [['_id']] }] },
      state,
    };
    const directory = await writeFiles(
      temporary.directory,
      Object.fromEntries(Object.entries(files).map(([name, content]) => [`${name}.json`, JSON.stringify(content)])),
    );
    const options = Object.keys(files).flatMap((name) => [`--${name}`, path.join(directory, `${name}.json`)]);
    const command = [path.join(airbytePrograms, 'python'), 'airbyte_changes.py', 'read', ...options];
    // Airbyte waits in the middle of the file until its output is read.
    const output = await run('bash', '-o', 'pipefail', '-c', `"$@" | (sleep ${startsAfterS}; cat)`, 'bash', ...command);
    for (const message of output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as AirbyteMessage)) {
      if (message.type === 'STATE') state = [message.state];
      if (message.type !== 'RECORD') continue;
      const { data: row } = message.record;
      expect(row.position).toBeGreaterThan(rows.get(row._id)?.position ?? 0);
      if (row._ab_cdc_deleted_at === undefined) rows.set(row._id, row);
      else rows.delete(row._id);
    }
  };

  it.each(steps)('The program airbyte_changes.py keeps a copy equal after %s', async (_, statement) => {
    await query(product.databaseUrl, statement);
    if (statement.startsWith('truncate')) {
      await expect(sync()).rejects.toThrow(
        /all rows of a table were deleted at once.* refresh this stream and remove its records/s,
      );
      state = [];
      rows.clear();
    }
    await sync();
    const copied = [...rows.values()].map(({ _id, paidAmount, contract }) => [
      _id,
      paidAmount,
      contract.contractor?.lastName,
    ]);
    expect(sorted(copied)).toEqual(await reportRows());
  });

  it(`${otherHost}, and while its token ends`, async () => {
    const { url, totals } = await (others[1] = startOther({ TOKEN_LIFETIME_SECONDS: '2' }));
    await expect(sync(url)).rejects.toThrow(/remove its records/);
    state = [];
    rows.clear();
    await sync(url, 3);
    const paid = [...rows.values()].reduce((sum, { paidAmount = 0 }) => sum + Math.round(paidAmount * 100), 0);
    const names = [...rows.values()].map(({ contract }) => contract.contractor?.lastName ?? '');
    expect([String(rows.size), (paid / 100).toFixed(2), names.toSorted().at(-1)]).toEqual(totals);
  });
});

const others: Promise<{ product: Product; url: string; totals: string[] }>[] = [];

/** Another installation, with 21 payments for each; the count, sum and last name of its payments. */
async function startOther(settings: Record<string, string> = {}) {
  const product = await startProduct({ ...unlimited, ...settings });
  const { databaseUrl, url } = product;
  await importDirectory(data, databaseUrl, { peppers: [pepper] });
  await query(
    databaseUrl,
    `insert into reporting.scheduled_payments
     select (jsonb_populate_record(p, jsonb_build_object('id', p.id || '-' || copy))).*
     from reporting.scheduled_payments p, generate_series(1, 20) copy`,
  );
  const [row = {}] = await query<Record<string, string>>(
    databaseUrl,
    `select count(*)::text, sum(p.paid_amount)::text, max(contractor.last_name collate "C") as name
     from reporting.scheduled_payments p
     join reporting.contracts c on c.company_id = p.company_id and c.id = p.contract_id
     join reporting.people contractor on contractor.id = c.contractor_id
     where p.company_id = (${demoCompany})`,
  );
  return { product, url, totals: Object.values(row) };
}

/** dlt's state and file are of one host. */
function named(file: string, at = product.url): string {
  return file.replace('HOST', new URL(at).host.replace(/\W/g, '_'));
}

/** Key, paid amount and contractor of each payment, as an export has them now. */
async function reportRows(): Promise<string[]> {
  const url = `${product.url}/api/v1/external/reports/client/scheduled-payments/list`;
  const { text } = await exported(url, { fromDate: '2020-01-01', toDate: '2035-12-31' }, token, 'application/x-ndjson');
  const lines = text.split('\n').filter((line) => line !== '');
  const rows = lines.map((line) => JSON.parse(line) as RecordData);
  return sorted(rows.map(({ _id, paidAmount, contract }) => [_id, paidAmount, contract.contractor?.lastName]));
}

function sorted(rows: unknown[][]): string[] {
  return rows.map(([id, paid, lastName]) => [id, Number(paid), lastName].join(' ')).toSorted();
}

type RecordData = {
  _id?: string;
  contract_id?: string;
  contract: { _id: string; team?: { name: string } | null; contractor?: { lastName: string } };
  paidAmount?: number;
  statistics?: { billableAmount: number };
};
type AirbyteRow = RecordData & { _id: string; position: number; _ab_cdc_deleted_at?: string };
type AirbyteMessage =
  { type: 'RECORD'; record: { data: AirbyteRow } } | { type: 'STATE'; state: unknown } | { type: 'LOG' | 'TRACE' };
type GrafanaProvisioning = { datasources: { type: string; uid: string }[] };
type GrafanaQuery = {
  datasource: { type: string; uid: string };
  url: string;
  url_options: { params: object[]; headers: { value: string }[] };
  columns: { selector: string }[];
};

/** How often the gateway answered 304 so far to paths with this part. */
function unchanged(part: string): number {
  return product.logs().filter((line) => line.includes('"status":304') && line.includes(part)).length;
}

/** Runs a recipe in a folder of its own; what it printed. */
async function run(program: string, ...args: string[]): Promise<string> {
  return runIn(await writeFiles(temporary.directory, {}), undefined, program, ...args);
}

async function runIn(directory: string, at: string | undefined, program: string, ...args: string[]): Promise<string> {
  // Credentials of somebody else's, which no recipe takes.
  await writeFile(path.join(directory, '.netrc'), 'default login other password wrong\n');
  const paths = args.map((arg) => (/\.(sh|py|yaml)$/.test(arg) ? path.resolve(recipes, arg) : arg));
  const { status, stdout, stderr } = await runCommand(
    'sh',
    ['-c', 'cd "$0" && exec "$@"', directory, program, ...paths],
    {
      HOME: directory,
      // As root, dlt would keep its pipelines outside of HOME, and go on with them in the next run.
      DLT_DATA_DIR: directory,
      // A slash at its end is nobody's mistake.
      BASE_URL: `${at ?? product.url}/`,
      CLIENT_ID: demoClient.clientId,
      CLIENT_SECRET: demoClient.clientSecret,
    },
  );
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout;
}

/** Lines of a team and an amount, in cents. */
function amountsIn(output: string): Amounts {
  const lines = Array.from(output.matchAll(/^(.+) ([\d.]+)$/gm), ([, team = '', amount]) => [
    team,
    Math.round(Number(amount) * 100),
  ]);
  return Object.fromEntries(lines) as Amounts;
}
