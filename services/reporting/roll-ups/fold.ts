import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const payments = ['payments_count', 'paid_payments_count', 'amount', 'paid_amount'];
const days = [
  'days_count',
  'tracked_minutes',
  'manual_minutes',
  'overtime_minutes',
  'billable_minutes',
  'billed_minutes',
];

/** By their names: the tables whose rows they sum up, the keys of their rows, and the sums, of which the first counts. */
export const rollUps = {
  payment_totals: { of: 'scheduled_payments', key: ['unit', 'status', 'start'], sums: payments },
  payment_sums: { of: 'scheduled_payments', key: ['status', 'unit', 'start', 'contract_id'], sums: payments },
  timesheet_periods: {
    of: 'timesheet_days',
    key: ['unit', 'start', 'contract_id'],
    sums: [...days, 'weighted_activity', 'billable_amount'],
  },
};

export type RollUpName = keyof typeof rollUps;
const names = Object.keys(rollUps) as RollUpName[];
const lockTimeout = '55P03';

/** Folds the roll-ups of all companies. */
export async function foldAll(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>('select id from reporting.companies order by id');
  return foldEach(client, rows);
}

/** Folds the roll-ups of companies that have more than 1.3 rows a key in one of them, as one has that is written much at once. */
export async function foldBusy(client: pg.Client): Promise<number> {
  const counts = names.map(
    (name) => `
      select company_id as id from reporting.${name} group by company_id
      having count(*) filter (where stripe > 0) > 0.3 * count(*) filter (where stripe = 0)`,
  );
  const { rows } = await client.query<{ id: string }>(`${counts.join(' union ')} order by id`);
  return foldEach(client, rows);
}

/**
 * Vacuums at the end: each row that is moved leaves a dead one, and an index alone answers only for pages that were vacuumed since their last
 * change. Autovacuum waits until a fifth of a table has changed.
 */
async function foldEach(client: pg.Client, companies: { id: string }[]): Promise<number> {
  let folded = 0;
  for (const { id } of companies) folded += await fold(client, id);
  const tables = ['scheduled_payments', 'timesheet_days', ...names];
  await client.query(`vacuum (analyze) ${tables.map((name) => `reporting.${name}`).join(', ')}`);
  return folded;
}

/**
 * Folds the roll-ups of a company, in small transactions and at half the speed. Returns how many rows were moved. Rows that an open
 * transaction has changed stay, and all of a range where one keeps the stripe that they are added to for a second.
 */
export async function fold(client: pg.Client, companyId: string): Promise<number> {
  let folded = 0;
  for (const name of names) {
    for (const rows of await rowsToFold(client, name, companyId)) {
      const begunAt = performance.now();
      await client.query('begin isolation level read committed');
      try {
        folded += await foldRows(client, name, companyId, rows);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        if ((error as { code?: string }).code !== lockTimeout) throw error;
      }
      await sleep(performance.now() - begunAt);
    }
  }
  return folded;
}

/** Of each 400 rows in the order of their keys of which some are to be folded, where they lie. All of these move, and so lie together. */
export async function rowsToFold(client: pg.Client, name: RollUpName, companyId: string): Promise<string[]> {
  const { key, sums } = rollUps[name];
  const { rows } = await client.query<{ places: string }>(
    `select array_agg(ctid)::text as places
     from (
       select ctid, stripe > 0 or ${sums[0]} = 0 as is_to_fold, (row_number() over (order by ${key.join(', ')}) - 1) / 400 as range
       from reporting.${name}
       where company_id = $1
     ) numbered
     group by range
     having bool_or(is_to_fold)
     order by range`,
    [companyId],
  );
  return rows.map(({ places }) => places);
}

/**
 * One row of a key in stripe 0 in place of those of all stripes, and none where they add up to nothing. What is read, and versions, stay the
 * same. It holds stripe 0 as a writer does, and reads the rows' table, so that a truncation waits.
 */
export async function foldRows(
  client: pg.Client,
  name: RollUpName,
  companyId: string,
  places: string,
): Promise<number> {
  const { of, key, sums } = rollUps[name];
  const columns = ['company_id', ...key].join(', ');
  // Citus sends it to the company's node, where the lock is.
  await client.query(`set local citus.propagate_set_commands = 'local'; set local lock_timeout = '1s'`);
  await client.query(`select from reporting.${of} where company_id = $1 limit 1`, [companyId]);
  await client.query(
    'select pg_advisory_xact_lock(hashtextextended($1, 0)) from reporting.data_versions where company_id = $1 limit 1',
    [companyId],
  );
  const { rows } = await client.query<{ moved: string | null; count: number }>(
    `with found as materialized (
       select ctid from reporting.${name} where company_id = $1 and ctid = any ($2::tid[]) for update skip locked
     ),
     gone as (
       delete from reporting.${name} kept using found where company_id = $1 and kept.ctid = found.ctid returning kept.*
     )
     select json_agg(gone)::text as moved, count(*)::integer as count from gone`,
    [companyId, places],
  );
  await client.query(
    `insert into reporting.${name} as kept (${columns}, stripe, ${sums.join(', ')})
     select ${columns}, 0, ${sums.map((sum) => `sum(${sum})`).join(', ')}
     from json_populate_recordset(null::reporting.${name}, $1)
     group by ${columns}
     having (${sums.map((sum) => `sum(${sum})`).join(', ')}) <> (${sums.map(() => 0).join(', ')})
     order by ${columns}
     on conflict (${columns}, stripe) do update
     set ${sums.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`).join(', ')}`,
    [rows[0]?.moved],
  );
  return rows[0]?.count ?? 0;
}
