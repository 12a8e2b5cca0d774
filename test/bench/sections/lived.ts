import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSettings, startLocalPostgres } from '../../../local/postgres/postgres.ts';
import type { LocalPostgres } from '../../../local/postgres/postgres.ts';
import { migrateUp } from '../../../migrate/migrate-schema.ts';
import { schemas } from '../../../migrate/schemas.ts';
import type { Report } from '../../../services/reporting/answers/report.ts';
import { foldAll, foldBusy } from '../../../services/reporting/roll-ups/fold.ts';
import { scheduledPayments } from '../../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { timesheets } from '../../../services/reporting/timesheets/timesheets.ts';
import { query, withClient } from '../../support/postgres/database.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { openReports } from '../../support/reports/open-reports.ts';
import { report } from '../bench.ts';
import type { Figure } from '../bench.ts';
import { costOf } from '../cost.ts';
import type { Cost } from '../cost.ts';
import { beginLife, importRows, largeCompany, lifeSpan, live } from '../data/life.ts';
import type { Options } from '../options.ts';
import { median, round, summaryOf } from '../summary.ts';

const slices = 10;
const writers = 16;

/** A Postgres for this section only. */
export async function startLivedPostgres(): Promise<LocalPostgres> {
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-bench-lived-'));
  const postgres = await startLocalPostgres(directory, loadSettings);
  const stop = async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { ...postgres, stop };
}

/** A database that was written row by row by many writers, against the same rows imported; before and after folding. */
export async function measureLived(postgres: LocalPostgres, { quick }: Options): Promise<Figure[]> {
  const lived = await migrated(postgres, 'lived');
  await beginLife(lived);
  const life = await measureLife(lived, quick ? 30_000 : 300_000);
  const imported = await importedFrom(postgres, lived, 'imported');
  const before = await compare(lived, imported, 'before folding', 1.5);
  const writes = await compareWrites(lived, imported, quick ? 3_000 : 20_000);
  await withClient(lived, foldAll);
  const importedAgain = await importedFrom(postgres, lived, 'imported_again');
  const after = await compare(lived, importedAgain, 'after folding', 1.1);
  const day = await measureDay(postgres, lived, quick ? 2 : 24, quick ? 1_000 : 10_000);
  const folding = await measureFolding(lived, quick ? 3_000 : 20_000);
  return [...life, ...before, ...writes, ...after, ...day, ...folding];
}

/** Hours of so many writes, a fifth of them of the largest company; at the end of each, companies that were written most are folded. */
async function measureDay(postgres: LocalPostgres, lived: string, hours: number, writes: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (let hour = 1; hour <= hours; hour += 1) {
    await live(lived, writes, writers, 200 + hour);
    if ([1, hours / 2, hours].includes(hour)) {
      const imported = await importedFrom(postgres, lived, `imported_hour_${hour}`);
      figures.push(...(await compare(lived, imported, `after hour ${hour} of a day, before its folding`, 1.3)));
    }
    await withClient(lived, foldBusy);
  }
  return figures;
}

/** Vacuumed, as after an import; the other one is as autovacuum leaves it. */
async function importedFrom(postgres: LocalPostgres, lived: string, name: string): Promise<string> {
  const imported = await migrated(postgres, name);
  await importRows(lived, imported);
  await query(imported, 'vacuum analyze');
  return imported;
}

async function migrated(postgres: LocalPostgres, name: string): Promise<string> {
  await query(postgres.urlOf('postgres'), `create database ${name}`);
  await migrateUp(postgres.urlOf(name), schemas);
  return postgres.urlOf(name);
}

/** Writes by slices. Their times grow with the rows too, so that they are no figures. */
async function measureLife(databaseUrl: string, count: number): Promise<Figure[]> {
  let deadlocks = 0;
  for (let slice = 0; slice < slices; slice += 1) {
    const { milliseconds, ...written } = await live(databaseUrl, count / slices, writers, slice);
    deadlocks += written.deadlocks;
    report(`  slice ${slice}: a write p50 ${summaryOf(milliseconds).p50Ms} ms`);
  }
  return [{ figure: 'lived: deadlocks', target: { atMost: 0 }, measured: deadlocks, unit: `of ${count} writes` }];
}

/** The same writes on as many rows, in turns: without decay they take as long. */
async function compareWrites(lived: string, imported: string, count: number): Promise<Figure[]> {
  const milliseconds = { lived: [] as number[], imported: [] as number[] };
  for (let turn = 0; turn < 4; turn += 1) {
    milliseconds.lived.push(...(await live(lived, count / 4, writers, 50 + turn)).milliseconds);
    milliseconds.imported.push(...(await live(imported, count / 4, writers, 50 + turn)).milliseconds);
  }
  const [ofLived, ofImported] = [summaryOf(milliseconds.lived), summaryOf(milliseconds.imported)];
  return (['p50Ms', 'p99Ms'] as const).map((quantile) => ({
    figure: `lived: ${quantile.slice(0, 3)} of a write (${ofLived[quantile]} ms), to imported`,
    target: { atMost: 1.2 },
    measured: ofLived[quantile] / ofImported[quantile],
    unit: 'times',
  }));
}

/** Writers before a folding and beside it. */
async function measureFolding(databaseUrl: string, count: number): Promise<Figure[]> {
  const byItself = summaryOf((await live(databaseUrl, count, writers, 101)).milliseconds);
  const whole = new AbortController();
  const folding = withClient(databaseUrl, foldAll).finally(() => whole.abort());
  const milliseconds: number[] = [];
  for (let seed = 102; !whole.signal.aborted; seed += 1)
    milliseconds.push(...(await live(databaseUrl, count / 10, writers, seed)).milliseconds);
  report(`  folded ${await folding} rows beside ${milliseconds.length} writes`);
  const beside = summaryOf(milliseconds);
  const atMost = { p50Ms: 1.2, p99Ms: 1.5, maxMs: 1.5 };
  return (['p50Ms', 'p99Ms', 'maxMs'] as const).map((quantile) => ({
    figure: `lived: ${quantile.slice(0, 3)} of a write beside a folding (${beside[quantile]} ms), to alone`,
    target: { atMost: atMost[quantile] },
    measured: beside[quantile] / byItself[quantile],
    unit: 'times',
  }));
}

async function compare(lived: string, imported: string, when: string, atMost: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  const add = (name: string, measured: number) =>
    figures.push({ figure: `lived ${when}: ${name}, to imported`, target: { atMost }, measured, unit: 'times' });
  for (const table of ['payment_totals', 'payment_periods', 'timesheet_periods']) {
    const [livedCount = NaN, importedCount = NaN] = await Promise.all(
      [lived, imported].map((url) => rowsOf(url, table)),
    );
    add(`rows of ${table}`, livedCount / importedCount);
  }
  for (const reportQuery of queries) {
    // In turns, so that what else the machine does concerns both.
    const costs = { lived: [] as Cost[], imported: [] as Cost[] };
    for (let turn = 0; turn < 5; turn += 1) {
      costs.lived.push(await measure(lived, reportQuery, 3));
      costs.imported.push(await measure(imported, reportQuery, 3));
    }
    const ratio = (cost: keyof Cost) =>
      median(costs.lived.map((each) => each[cost])) / median(costs.imported.map((each) => each[cost]));
    const milliseconds = median(costs.lived.map((each) => each.processorMs));
    add(`${reportQuery.name}, buffers`, ratio('buffers'));
    add(`${reportQuery.name}, processor time (${round(milliseconds)} ms)`, ratio('processorMs'));
  }
  return figures;
}

async function rowsOf(databaseUrl: string, table: string): Promise<number> {
  const [row] = await query<{ count: number }>(databaseUrl, `select count(*)::float8 as count from reporting.${table}`);
  return row?.count ?? NaN;
}

type Query = { name: string; report: Report; companyId: string; request: object };

const oddMonths = { fromDate: '2022-05-14', toDate: '2023-07-19' };

const queries = (
  [
    ['payments of all time', scheduledPayments, { sortField: 'scheduledPaymentOn' }],
    ['payments of a team', scheduledPayments, { sortField: 'scheduledPaymentOn', teamIds: ['team-3'] }],
    ['payments of odd months by amount', scheduledPayments, { ...oddMonths, sortField: 'budget' }],
    ['payments by contract', scheduledPayments, { sortField: 'contract' }],
    ['timesheets of all time', timesheets, { sortField: 'contract' }],
    ['timesheets of odd months', timesheets, { ...oddMonths, sortField: 'contractor' }],
    ['timesheets of a team', timesheets, { sortField: 'contract', teamIds: ['team-3'] }],
  ] as const
).flatMap(([name, of, request]) =>
  [largeCompany, 'c7'].map((companyId) => ({
    name: companyId === largeCompany ? name : `${name}, small company`,
    report: of,
    companyId,
    request,
  })),
);

/** A first answer: its statement is planned, and nothing is cached. */
async function measure(databaseUrl: string, { report: of, companyId, request }: Query, times: number): Promise<Cost> {
  return costOf(databaseUrl, times, (client) =>
    openReports(client).runReport(
      of,
      firstPage({ companyId, ...lifeSpan, sortField: '', sortOrder: 'asc' as const, ...request }),
      AbortSignal.timeout(60_000),
    ),
  );
}
