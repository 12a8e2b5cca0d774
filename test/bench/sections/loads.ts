import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { query, withClient } from '../../support/postgres/database.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import type * as Reports from '../../support/reports/open-reports.ts';
import { plannerSettings } from '../../../services/reporting/answers/pages.ts';
import type * as Payments from '../../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { processorMsOf } from '../../support/programs/processes.ts';
import { report } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { postgresMs } from '../processor-time.ts';

const [payments, writers, writesOfEach] = [300_000, 8, 6_250];

/** The processor time that an import of many payments takes in all programs, and folding after a day of writes. */
export async function measureLoads({ databases, checkout }: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const contracts of [2_000, 10_000]) {
    const database = `loaded_${contracts}`;
    await query(databases.product, `create database ${database}`);
    const databaseUrl = Object.assign(new URL(databases.product), { pathname: `/${database}` }).href;
    /** Some programs have another place in the version before. */
    const run = (places: string[], ...args: string[]) => {
      const program =
        places.map((place) => path.join(checkout, 'dist', place)).find((place) => existsSync(place)) ?? '';
      const env = { ...process.env, DATABASE_URL: databaseUrl };
      return promisify(execFile)(process.execPath, [program, ...args], { cwd: checkout, env });
    };
    const costOf = async (figure: string, atMostOfBefore: number, work: () => Promise<unknown>) => {
      const spent = async () => (await postgresMs(databaseUrl)) + (await processorMsOf(process.pid)).ended;
      const before = await spent();
      await work();
      const measured = (await spent()) - before;
      report(`  ${figure} of ${contracts} contracts: ${measured} ms`);
      figures.push({
        figure: `loads: ${figure} of ${contracts} contracts`,
        target: { atMostOfBefore },
        measured,
        unit: 'ms',
      });
    };
    await run(['services/migrate/main.js', 'migrate/main.js']);
    const files = await writeFiles(contracts);
    await costOf('import of 300,000 payments', contracts === 2_000 ? 0.7 : 0.6, () =>
      run(['services/import/main.js', 'import/main.js', 'local/import.js'], files),
    );
    await rm(files, { recursive: true });
    const [size] = await query<{ mb: number }>(
      databaseUrl,
      `select sum(pg_total_relation_size(oid)) / 1e6 as mb from pg_class where relname in ('payment_sums', 'payment_totals')`,
    );
    const name = `loads: roll-ups of ${contracts} contracts`;
    figures.push({ figure: name, target: { atMostOfBefore: 0.6 }, measured: Number(size?.mb), unit: 'MB' });
    const first = await answersMs(checkout, databaseUrl);
    await query(databaseUrl, 'analyze');
    const ratio = first / (await answersMs(checkout, databaseUrl));
    figures.push({
      figure: `loads: answers after an import, to those with statistics, of ${contracts} contracts`,
      target: { atMost: 1.2 },
      measured: ratio,
      unit: 'times',
    });
    await writeForADay(databaseUrl, contracts);
    await costOf('folding of 50,000 writes', 0.5, () => run(['services/reporting/roll-ups/main.js'], 'fold'));
  }
  return figures;
}

/** Postgres' processor time for a page, and sums as a workbook has them. */
async function answersMs(checkout: string, databaseUrl: string): Promise<number> {
  const imported = (file: string): Promise<unknown> => import(path.join(checkout, file));
  const { openReports } = (await imported('test/support/reports/open-reports.ts')) as typeof Reports;
  const { scheduledPayments } = (await imported(
    'services/reporting/scheduled-payments/scheduled-payments.ts',
  )) as typeof Payments;
  const request = firstPage({ companyId: 'acme', fromDate: '2020-02-02', toDate: '2025-11-20' });
  return withClient(databaseUrl, async (client) => {
    await client.query(plannerSettings);
    const { runReport } = openReports(client);
    const before = await postgresMs(databaseUrl);
    const { rows, sums } = scheduledPayments;
    for (const report of [rows, sums(['contract']), sums(['month', 'status'])])
      await runReport(report, request, AbortSignal.timeout(60_000));
    return (await postgresMs(databaseUrl)) - before;
  });
}

async function writeFiles(contracts: number): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-bench-load-'));
  const day = (n: number) => new Date(Date.UTC(2021, 0, 1 + ((n * 7919) % 1826))).toISOString().slice(0, 10);
  const lines = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => `${line(n)}\n`);
  const contents = {
    companies: ['id,name\n', 'acme,Acme\n'],
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
  return directory;
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
