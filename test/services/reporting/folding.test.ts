import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { fold } from '../../../services/reporting/roll-ups/fold.ts';
import { scheduledPayments } from '../../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { timesheets } from '../../../services/reporting/timesheets/timesheets.ts';
import { company, contract, person, together } from '../../support/fixtures.ts';
import { createDatabase, isOnCitus, query, withClient } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { openReports } from '../../support/reports/open-reports.ts';
import { until } from '../../support/until.ts';

let databaseUrl: string;

beforeEach(async () => {
  databaseUrl = await createDatabase();
  await load(databaseUrl, together(company('acme'), company('other'), rows));
});

describe('folding', () => {
  it('leaves one row a key and none of nothing, and no answer, etag or version changes', async () => {
    await writeAtOnce();
    await query(databaseUrl, `delete from reporting.scheduled_payments where scheduled_payment_on >= '2025-01-01'`);
    await query(databaseUrl, `delete from reporting.timesheet_days where work_date >= '2025-01-01'`);
    const before = { versions: await versions(), answers: await answers() };
    const unfolded = await counts();
    for (const { rows, keys, nothing } of unfolded) expect([rows > keys, nothing > 0]).toEqual([true, true]);
    expect(await foldByCommand()).toMatch(/^Folded [1-9]\d* rows\.\n$/);
    for (const { rows, keys, nothing } of await counts()) expect({ rows, nothing }).toEqual({ rows: keys, nothing: 0 });
    expect({ versions: await versions(), answers: await answers() }).toEqual(before);
    expect(await differences()).toEqual([]);
    expect(await foldByCommand()).toBe('Folded 0 rows.\n');
    // On Citus the shards are vacuumed, on their nodes.
    if (!isOnCitus())
      await until('the command has vacuumed', async () => (await statistics()).every(({ vacuums }) => vacuums === 1));
  });

  it('puts rows in the order of their keys, which those of single writes are not in', async () => {
    const writes = Array.from(
      { length: 2_000 },
      (_, n) => `
        insert into reporting.scheduled_payments
        values ('acme', 'n ${n}', 'of-2024-03-03', 'fixed', 'W', 1, 1, 'paid', timestamptz '2024-01-01Z' + interval '${(n * 173) % 2_000} days')`,
    );
    await query(databaseUrl, writes.join('; '));
    await query(databaseUrl, 'analyze reporting.payment_totals');
    const before = { answers: await answers(), pages: await pagesInOrder() };
    expect(await folded('acme')).toBeGreaterThanOrEqual(2_000);
    expect({ answers: await answers(), differences: await differences() }).toEqual({
      answers: before.answers,
      differences: [],
    });
    expect(before.pages).toBeGreaterThan(1_000);
    // Once to find the ranges, and once for the pages above; not for each of 20 ranges.
    if (!isOnCitus()) {
      await until('the statistics are there', async () =>
        (await statistics()).some(({ inserted }) => inserted > 4_000),
      );
      for (const { scans } of await statistics()) expect(scans).toBeLessThan(10);
    }
    expect(await pagesInOrder()).toBeLessThan(100);
    expect(await folded('acme')).toBe(0);
  });

  it('leaves what open transactions have changed, and none of them waits for it', async () => {
    await writeAtOnce();
    const [writer, old] = [await connect(), await connect()];
    await writer.query(`begin; ${writes('open')}`);
    await old.query('begin isolation level repeatable read; select from reporting.companies');
    await old.query(writes('old'));
    // The writer has stripe 0.
    expect(await folded('acme')).toBe(0);
    await writer.query('commit');
    const first = await folded('acme');
    expect(first).toBeGreaterThan(0);
    await old.query(`${writes('old again')}; commit`);
    expect(await differences()).toEqual([]);
    expect(await folded('acme')).toBeGreaterThan(0);
    for (const { rows, keys } of await counts()) expect(rows).toBe(keys);
    await Promise.all([writer.end(), old.end()]);
  });

  it('of rows that a transaction with an older snapshot goes on to change keeps them exact', async () => {
    const client = await connect();
    await client.query(`begin isolation level repeatable read; ${writes('first')}; commit`);
    await client.query('begin isolation level repeatable read; select from reporting.companies');
    expect(await folded('acme')).toBeGreaterThan(0);
    await client.query(`${writes('second')}; commit`);
    expect(await differences()).toEqual([]);
    await client.end();
  });

  // On Citus the lock of a rebuild is not on the shards: it fails beside a folding, by a row that is there already.
  if (!isOnCitus())
    it('waits for a rebuild, and gives up where that takes long', async () => {
      await writeAtOnce();
      const rebuilder = await connect();
      await rebuilder.query('begin; lock table reporting.scheduled_payments in share row exclusive mode');
      expect(await folded('acme')).toBe(0);
      await rebuilder.query('commit');
      expect(await folded('acme')).toBeGreaterThan(0);
      await rebuilder.end();
    });

  it('beside writers changes no sum', async () => {
    const written = new AbortController();
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const client = await connect();
      for (let round = 0; round < 80; round += 1) {
        const isolation = round % 2 === 0 ? 'repeatable read' : 'read committed';
        await client.query(
          `begin isolation level ${isolation}; ${writes(`${writer} ${round}`)}; ${round % 5 === 0 ? 'rollback' : 'commit'}`,
        );
      }
      await client.end();
    });
    const folding = (async () => {
      let count = 0;
      while (!written.signal.aborted) count += await folded('acme');
      return count;
    })();
    await Promise.all(writers).finally(() => written.abort());
    expect(await folding).toBeGreaterThan(0);
    expect(await differences()).toEqual([]);
  });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl);
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`set lock_timeout = '10s'`);
  return client;
}

/** Eight transactions that are open at once, so that each writes a stripe of its own. */
async function writeAtOnce(): Promise<void> {
  const open = await Promise.all(Array.from({ length: 8 }, connect));
  for (const [index, client] of open.entries()) await client.query(`begin; ${writes(String(index))}`);
  for (const client of open) {
    await client.query('commit');
    await client.end();
  }
}

let turn = 0;

/** Of keys that all writers have in common: payments and days of two years. No day is written twice. */
function writes(id: string): string {
  turn += 1;
  return ['2024-03-03', '2025-04-04']
    .map(
      (day) => `
        insert into reporting.scheduled_payments values ('acme', '${id} ${day}', 'of-${day}', 'fixed', 'W', 1, 1, 'paid', '${day}');
        insert into reporting.timesheet_days values ('acme', 'h1', 'hourly', date '${day}' + ${turn}, 60, 0, 0, 60, 60, 40, 90)`,
    )
    .join('; ');
}

function folded(companyId: string): Promise<number> {
  return withClient(databaseUrl, (client) => fold(client, companyId));
}

async function foldByCommand(): Promise<string> {
  const environment = { env: { ...process.env, DATABASE_URL: databaseUrl } };
  const args = ['dist/services/reporting/roll-ups/main.js', 'fold'];
  return (await promisify(execFile)(process.execPath, args, environment)).stdout;
}

/** Of each roll-up: how many rows and keys it has, and how many keys whose rows add up to nothing. */
async function counts(): Promise<{ rows: number; keys: number; nothing: number }[]> {
  const count = (table: string, key: string, sum: string) => `
    select sum(rows)::integer as rows, count(*)::integer as keys, count(*) filter (where sum = 0)::integer as nothing
    from (select count(*) as rows, sum(${sum}) as sum from reporting.${table} group by company_id, ${key}) keys`;
  return query(
    databaseUrl,
    [
      count('payment_totals', 'unit, status, start', 'payments_count'),
      count('payment_periods', 'contract_id, status', 'payments_count'),
      count('timesheet_periods', 'unit, start, contract_id', 'days_count'),
    ].join(' union all '),
  );
}

async function answers(): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { runReport } = openReports(client);
    const request = { companyId: 'acme', fromDate: '2024-01-15', toDate: '2025-11-30', ...firstPage };
    const found: string[] = [];
    for (const report of [scheduledPayments, timesheets]) {
      const { json, etag } = await runReport(
        report,
        { ...request, sortField: 'contract', sortOrder: 'asc' },
        AbortSignal.timeout(20_000),
      );
      found.push(etag, json.toString());
    }
    return found;
  });
}

/** How often the page changes where the days of payments are read in the order of their keys. */
async function pagesInOrder(): Promise<number> {
  const [row] = await query<{ count: number }>(
    databaseUrl,
    `select count(*) filter (where page <> before)::integer as count
     from (
       select page, lag(page) over (order by status, start) as before
       from (select status, start, (ctid::text::point)[0] as page from reporting.payment_totals where company_id = 'acme' and unit = 'day') days
     ) days`,
  );
  return row?.count ?? NaN;
}

/** Of each roll-up, as Postgres counts since the database was made. */
async function statistics(): Promise<{ scans: number; inserted: number; vacuums: number }[]> {
  return query(
    databaseUrl,
    `select seq_scan::integer as scans, n_tup_ins::integer as inserted, vacuum_count::integer as vacuums
     from pg_stat_user_tables where relname in ('payment_totals', 'payment_periods', 'timesheet_periods')`,
  );
}

async function versions(): Promise<object[]> {
  return query(databaseUrl, 'select * from reporting.data_versions order by company_id, stripe');
}

async function differences(): Promise<object[]> {
  return query(databaseUrl, 'select * from reporting.roll_up_differences');
}

const rows = {
  people: [person('ana', 'Ana', 'A')],
  contracts: [contract('of-2024-03-03'), contract('of-2025-04-04'), contract('h1', { type: 'hourly', rate: 40 })],
};
