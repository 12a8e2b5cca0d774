import { beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { fold } from '../../../services/reporting/roll-ups/fold.ts';
import { rebuilding } from '../../../services/reporting/roll-ups/rebuild.ts';
import { scheduledPayments } from '../../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { timesheets } from '../../../services/reporting/timesheets/timesheets.ts';
import { company, contract, person, together } from '../../support/fixtures.ts';
import { connectTo, createDatabase, isOnCitus, query, withClient } from '../../support/postgres/database.ts';
import { runCommand } from '../../support/programs/command.ts';
import { load } from '../../support/programs/product.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { serviceUrls } from '../../../local/service-urls.ts';
import { openReports } from '../../support/reports/open-reports.ts';
import { until } from '../../support/until.ts';
import { Registry } from 'prom-client';
import { measureUpkeep } from '../../../services/reporting/roll-ups/metrics.ts';

let databaseUrl: string;

beforeEach(async () => {
  databaseUrl = await createDatabase();
  await load(databaseUrl, together(company('acme'), company('other'), rows));
});

it('Folding leaves one row a key and none of nothing, and no answer, etag or version changes', async () => {
  await writeAtOnce();
  await query(databaseUrl, `delete from reporting.scheduled_payments where scheduled_payment_on >= '2025-01-01'`);
  await query(databaseUrl, `delete from reporting.timesheet_days where work_date >= '2025-01-01'`);
  const before = { versions: await versions(), answers: await answers() };
  const unfolded = await counts();
  for (const { rows, keys, nothing } of unfolded) expect([rows > keys, nothing > 0]).toEqual([true, true]);
  expect(await runRollUps('fold')).toMatch(/^Folded [1-9]\d* rows\.\n$/);
  for (const { rows, keys, nothing } of await counts()) expect({ rows, nothing }).toEqual({ rows: keys, nothing: 0 });
  expect({ versions: await versions(), answers: await answers() }).toEqual(before);
  expect(await differences()).toEqual([]);
  expect(await runRollUps('fold')).toBe('Folded 0 rows.\n');
  // On Citus the shards are vacuumed, on their nodes.
  if (!isOnCitus())
    await until('the command has vacuumed', async () => (await statistics()).every(({ vacuums }) => vacuums > 0));
});

it('Folding of busy companies folds the companies that have more than 1.3 rows a key', async () => {
  await writeAtOnce();
  await query(
    databaseUrl,
    `insert into reporting.scheduled_payments
     select 'other', 'p ' || n, 'o' || n % 10, 'fixed', 'W', 1, 1, 'paid', date '2024-03-03' + n from generate_series(0, 99) n`,
  );
  const other = await connect();
  await other.query(`begin; insert into reporting.scheduled_payments
    values ('other', 'open', 'o1', 'fixed', 'W', 1, 1, 'paid', '2024-03-03')`);
  await query(
    databaseUrl,
    `insert into reporting.scheduled_payments values ('other', 'beside', 'o1', 'fixed', 'W', 1, 1, 'paid', '2024-03-03')`,
  );
  await other.query('commit');
  await other.end();
  const before = await answers();
  expect(await runRollUps('fold-busy')).toMatch(/^Folded [1-9]\d* rows\.\n$/);
  const stripes = await query(
    databaseUrl,
    `select distinct company_id, stripe from reporting.payment_totals where stripe > 0 order by 1, 2`,
  );
  expect(stripes).toEqual([{ company_id: 'other', stripe: 1 }]);
  expect({ answers: await answers(), differences: await differences() }).toEqual({
    answers: before,
    differences: [],
  });
  expect(await runRollUps('fold-busy')).toBe('Folded 0 rows.\n');
});

it('Folding leaves what open transactions have changed, and none of them waits for it', async () => {
  await writeAtOnce();
  const [writer, other] = [await connect(), await connect()];
  await writer.query(`begin; ${writes('open')}`);
  await other.query(`begin; ${writes('other')}`);
  // The writer has stripe 0.
  expect(await folded('acme')).toBe(0);
  await writer.query('commit');
  const first = await folded('acme');
  expect(first).toBeGreaterThan(0);
  await other.query(`${writes('other again')}; commit`);
  expect(await differences()).toEqual([]);
  expect(await folded('acme')).toBeGreaterThan(0);
  for (const { rows, keys } of await counts()) expect(rows).toBe(keys);
  await Promise.all([writer.end(), other.end()]);
});

// On Citus the lock that is waited for is on the company's node.
if (!isOnCitus())
  it('Folding waits for a writer that ends soon', async () => {
    await writeAtOnce();
    const writer = await connect();
    await writer.query(`begin; ${writes('short')}`);
    const folding = folded('acme');
    await until('folding waits', async () => {
      const waiting = `select from pg_locks where locktype = 'advisory' and not granted`;
      return (await query(databaseUrl, waiting)).length > 0;
    });
    await writer.end();
    expect(await folding).toBeGreaterThan(0);
  });

it('Folding fails the next write of a transaction that is older than it, and keeps the sums exact', async () => {
  await writeAtOnce();
  const client = await connect();
  await client.query(`begin isolation level repeatable read; select from reporting.teams where company_id = 'acme'`);
  expect(await folded('acme')).toBeGreaterThan(0);
  await expect(client.query(writes('second'))).rejects.toMatchObject({ code: '40001' });
  await client.query(`rollback; begin isolation level repeatable read; ${writes('second')}; commit`);
  expect(await differences()).toEqual([]);
  await client.end();
});

// On Citus the lock of a rebuild is not on the shards: it fails beside a folding, by a row that is there already.
if (!isOnCitus())
  it('Folding gives way to a rebuild', async () => {
    await writeAtOnce();
    const rebuilder = await connect();
    await rebuilder.query(`begin; ${rebuilding('scheduled_payments')}`);
    expect(await folded('acme')).toBe(0);
    await rebuilder.query('commit');
    expect(await folded('acme')).toBeGreaterThan(0);
    expect(await differences()).toEqual([]);
    await rebuilder.end();
  });

const connect = () => connectTo(databaseUrl, { lock_timeout: 10_000 });

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

async function runRollUps(command: 'fold' | 'fold-busy'): Promise<string> {
  const args = ['dist/services/reporting/roll-ups/main.js', command];
  const { status, stdout } = await runCommand('node', args, { DATABASE_URL: databaseUrl });
  expect(status).toBe(0);
  return stdout;
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
      count('payment_sums', 'unit, start, contract_id', 'payments_count'),
      count('timesheet_periods', 'unit, start, contract_id', 'days_count'),
    ].join(' union all '),
  );
}

async function answers(): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { runReport } = openReports(client);
    const request = firstPage({ companyId: 'acme', fromDate: '2024-01-15', toDate: '2025-11-30' });
    const found: string[] = [];
    for (const report of [scheduledPayments.rows, timesheets.rows]) {
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

/** Of each table that is folded or folded from, as Postgres counts since the database was made. */
async function statistics(): Promise<{ vacuums: number }[]> {
  return query(
    databaseUrl,
    `select vacuum_count::integer as vacuums
     from pg_stat_user_tables where relname in ('scheduled_payments', 'timesheet_days', 'payment_totals', 'payment_sums', 'timesheet_periods')`,
  );
}

async function versions(): Promise<object[]> {
  return query(databaseUrl, 'select * from reporting.data_versions order by company_id, stripe');
}

async function differences(): Promise<object[]> {
  return query(databaseUrl, 'select * from reporting.roll_up_differences');
}

const ofOther = Array.from({ length: 10 }, (_, n) => contract(`o${n}`, { company_id: 'other' }));

const rows = {
  people: [person('ana', 'Ana', 'A')],
  contracts: [
    contract('of-2024-03-03'),
    contract('of-2025-04-04'),
    contract('h1', { type: 'hourly', rate: 40 }),
    ...ofOther,
  ],
};

it('The metrics report the oldest reconciliation of all companies, and the differences that they found', async () => {
  const databaseUrl = await createDatabase();
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const value = async (name: string) => {
    const metrics = new Registry();
    measureUpkeep(pool, metrics);
    return scraped(metrics, name);
  };
  expect(await value('client_reporting_roll_up_reconciliation_age_seconds')).toBe(Infinity);
  await query(
    databaseUrl,
    `insert into reporting.companies values ('a', 'A'), ('b', 'B');
     insert into reporting.reconciliations values ('a', now() - interval '1 day', 2), ('b', now(), 3)`,
  );
  const age = await value('client_reporting_roll_up_reconciliation_age_seconds');
  expect(Math.floor(age / 600)).toBe(144);
  expect(await value('client_reporting_roll_up_differences')).toBe(5);
  await pool.end();
});

it('The metrics report for how long the same snapshot, of any role, has been the oldest', async () => {
  const pool = new pg.Pool({ connectionString: serviceUrls(databaseUrl).reporting });
  const metrics = new Registry();
  const now = { now: 0 };
  measureUpkeep(pool, metrics, () => now.now);
  const age = async (minutes: number) => {
    now.now = minutes * 60_000;
    return scraped(metrics, 'client_reporting_oldest_snapshot_age_seconds');
  };
  try {
    await inOldSnapshot(async (end) => {
      await age(2);
      expect(await age(62)).toBe(3_600);
      await end();
    });
    expect(await age(70)).toBe(0);
  } finally {
    await pool.end();
  }
});

it('A client that is signing in holds no snapshot', async () => {
  const client = new pg.Client({ connectionString: databaseUrl });
  const asked = new Promise((resolve) => {
    Object.assign(client, { password: () => new Promise(() => resolve(undefined)) });
  });
  client.on('error', () => undefined);
  await Promise.race([asked, client.connect()]);
  expect(await query(databaseUrl, 'select reporting.oldest_snapshot() as oldest')).toEqual([{ oldest: null }]);
  await client.end();
});

async function scraped(metrics: Registry, name: string): Promise<number> {
  // A value is that which the last scrape read.
  await metrics.metrics();
  const [, value] = new RegExp(`^${name} (.*)$`, 'm').exec(await metrics.metrics()) ?? [];
  return Number(value?.replace('+Inf', 'Infinity'));
}

/** Runs something beside a transaction that more than 1,000 others are newer than. */
async function inOldSnapshot(run: (end: () => Promise<void>) => Promise<void>): Promise<void> {
  await withClient(databaseUrl, async (old) => {
    await old.query('begin isolation level repeatable read');
    await old.query('select from reporting.companies');
    await query(
      databaseUrl,
      `do $$ begin
         for n in 1..1100 loop
           begin insert into reporting.teams values ('acme', 't' || n, 'T'); raise no_data_found;
           exception when no_data_found then null; end;
         end loop;
       end $$`,
    );
    await run(async () => {
      await old.query('commit');
    });
  });
}
