import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { reportPath } from '../../../gateway/paths.ts';
import { exportTypes } from '../../../gateway/reports/media-types.ts';
import { loadSettings, startLocalPostgres } from '../../../local/postgres/postgres.ts';
import { company, tokenOf } from '../../support/fixtures.ts';
import { query, withClient } from '../../support/postgres/database.ts';
import { memoryOf, processesBelow } from '../../support/programs/processes.ts';
import { unlimited } from '../../support/programs/product.ts';
import type * as Products from '../../support/programs/product.ts';
import { report } from '../bench.ts';
import type { Figure, OnStop } from '../bench.ts';
import { postgresMsOf, postmasterOf } from '../processor-time.ts';

const [writers, writesOfEach] = [8, 6_250];

/** What loads cost, and answers after them, in processor time of Postgres. Each has a server of its own. */
export async function measureLoads(version: Version): Promise<Figure[]> {
  return [
    ...(await measureLoad(version, 2_000, 300_000)),
    ...(await measureLoad(version, 10_000, 300_000)),
    ...(await measureLoad(version, 2_000, 1_000_000)),
  ];
}

type Version = { checkout: string; onStop: OnStop };

async function measureLoad({ checkout, onStop }: Version, contracts: number, payments: number): Promise<Figure[]> {
  const imported = (file: string): Promise<unknown> => import(path.join(checkout, 'test/support', file));
  const { load, startProduct } = (await imported('programs/product.ts')) as typeof Products;
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-bench-load-'));
  // Statistics come when they are measured, and nothing else takes processor time.
  const postgres = await startLocalPostgres(directory, { ...loadSettings, autovacuum: 'off' });
  let stopped: Promise<void> | undefined;
  const stop = async () => (stopped ??= postgres.stop().then(() => rm(directory, { recursive: true, force: true })));
  onStop(stop);
  const databaseUrl = postgres.urlOf('postgres');
  const figures: Figure[] = [];
  const add = (figure: string, unit: string, measured: number, target?: Figure['target']) => {
    const of = `${payments.toLocaleString('en')} payments of ${contracts.toLocaleString('en')} contracts`;
    report(`  ${figure}, ${of}: ${measured.toFixed(2)} ${unit}`);
    figures.push({ figure: `loads: ${figure}, ${of}`, ...(target && { target }), measured, unit });
  };
  /** Some programs have another place in the version before. */
  const run = (places: string[], ...args: string[]) => {
    const program = places.map((place) => path.join(checkout, 'dist', place)).find((place) => existsSync(place)) ?? '';
    const env = { ...process.env, DATABASE_URL: databaseUrl };
    return promisify(execFile)(process.execPath, [program, ...args], { cwd: checkout, env });
  };
  try {
    await run(['services/migrate/main.js', 'migrate/main.js']);
    await load(databaseUrl, company('acme'));
    const files = path.join(directory, 'files');
    await writeFiles(files, contracts, payments);
    let cost = NaN;
    const highest = await highestMemory(databaseUrl, async () => {
      cost = await postgresMsOf(databaseUrl, () => run(['services/import/main.js', 'import/main.js'], files));
    });
    add('import', 'ms', cost, { atMostOfBefore: contracts === 2_000 ? 0.7 : 0.6 });
    add('highest memory of a process', 'MB', highest, { atMostOfBefore: 1.1 });
    const [size] = await query<{ mb: string }>(
      databaseUrl,
      `select sum(pg_total_relation_size(oid)) / 1e6 as mb from pg_class where relname in ('payment_sums', 'payment_totals')`,
    );
    add('roll-ups', 'MB', Number(size?.mb), { atMostOfBefore: 0.6 });
    if (payments > 300_000) return figures;

    const answers = async () => {
      const product = await startProduct({ ...unlimited, LOG_LEVEL: 'warn' }, databaseUrl);
      try {
        return await answersMs(product.url, databaseUrl);
      } finally {
        await product.stop();
      }
    };
    const first = await answers();
    await query(databaseUrl, 'analyze');
    const later = await answers();
    for (const [name, ms] of Object.entries(first)) {
      add(`${name} after it`, 'ms of Postgres', ms);
      add(`${name} after it, to one with statistics`, 'times', ms / (later[name] ?? NaN), { atMost: 1.2 });
    }
    await query(databaseUrl, 'vacuum');
    await writeForADay(databaseUrl, contracts);
    const folding = await postgresMsOf(databaseUrl, () => run(['services/reporting/roll-ups/main.js'], 'fold'));
    add('folding of 50,000 writes', 'ms', folding, { atMostOfBefore: 0.5 });
    return figures;
  } finally {
    await stop();
  }
}

/** Postgres' processor time for first answers of a service that has just started: each asks for another range. NaN where one was refused. */
async function answersMs(url: string, databaseUrl: string): Promise<Record<string, number>> {
  const token = await tokenOf(url, 'acme');
  const { xlsx, csv } = exportTypes;
  const json = 'application/json';
  const kinds: Record<string, ['list' | 'summary', string, string][]> = {
    'first workbook': [['list', xlsx, '']],
    'first file': [['list', csv, '']],
    'first page and sums': [
      ['list', json, ''],
      ['summary', json, '&groupBy=contract'],
      ['summary', json, '&groupBy=month,status'],
    ],
  };
  const times: Record<string, number> = {};
  let day = 1;
  for (const [name, requests] of Object.entries(kinds)) {
    let whole = 0;
    const ms = await postgresMsOf(databaseUrl, async () => {
      for (const [of, type, more] of requests) {
        const range = `fromDate=2021-01-0${(day += 1)}&toDate=2025-12-2${day}`;
        const headers = { Accept: type, Authorization: `Bearer ${token}` };
        const response = await fetch(`${url}${reportPath('scheduled-payments', of)}?${range}${more}`, { headers });
        const isRead = await response.arrayBuffer().then(
          () => response.ok,
          () => false,
        );
        whole += Number(isRead);
      }
    });
    times[name] = whole === requests.length ? ms : NaN;
    if (whole < requests.length) report(`  ${name}: refused after ${ms} ms of Postgres`);
  }
  return times;
}

/** What a process of the server has at most of its own, without shared buffers, in megabytes: it looks about ten times a second. */
async function highestMemory(databaseUrl: string, work: () => Promise<unknown>): Promise<number> {
  const server = await postmasterOf(databaseUrl);
  let [highest, done] = [0, false as boolean];
  const looking = async () => {
    while (!done) {
      for (const { pid } of await processesBelow(server)) highest = Math.max(highest, await memoryOf(pid, 'RssAnon'));
      await sleep(100);
    }
  };
  await Promise.all([looking(), work().finally(() => (done = true))]);
  return highest;
}

async function writeFiles(directory: string, contracts: number, payments: number): Promise<void> {
  await mkdir(directory);
  const day = (n: number) => new Date(Date.UTC(2021, 0, 1 + ((n * 7919) % 1826))).toISOString().slice(0, 10);
  const lines = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => `${line(n)}\n`);
  const contents = {
    people: ['id,first_name,last_name\n', ...lines(contracts, (n) => `person-${n},Ana,Lima ${n}`)],
    contracts: [
      'id,company_id,type,title,contractor_id,employer_id,team_id,rate\n',
      ...lines(contracts, (n) => `contract-${n},acme,fixed,Web ${n},person-${n},person-0,,`),
    ],
    scheduled_payments: [
      'id,contract_id,name,amount,paid_amount,status,scheduled_payment_on\n',
      ...lines(payments, (n) => `payment-${n},contract-${n % contracts},Milestone,10.00,10.00,paid,${day(n)}`),
    ],
  };
  for (const [table, content] of Object.entries(contents))
    await writeFile(path.join(directory, `${table}.csv`), content.join(''));
}

/** Writers at the same time leave rows of several stripes. */
async function writeForADay(databaseUrl: string, contracts: number): Promise<void> {
  const write = async (writer: number) =>
    withClient(databaseUrl, async (client) => {
      await client.query('set synchronous_commit = off');
      for (let n = 0; n < writesOfEach; n += 1)
        await client.query(
          `insert into reporting.scheduled_payments (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
           values ('acme', $1, $2, 'Milestone', 10, 0, 'upcoming', date '2025-12-31' - $3::integer)`,
          [`new-${writer}-${n}`, `contract-${(n * 13 + writer) % contracts}`, n % 30],
        );
    });
  await Promise.all(Array.from({ length: writers }, async (_, writer) => write(writer)));
}
