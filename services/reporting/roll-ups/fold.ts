import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** By their names: the keys of their rows, and the sum that is 0 where there is nothing to count. */
export const rollUps = {
  payment_totals: { key: ['unit', 'status', 'start'], count: 'payments_count' },
  payment_sums: { key: ['status', 'unit', 'start', 'contract_id'], count: 'payments_count' },
  timesheet_periods: { key: ['unit', 'start', 'contract_id'], count: 'days_count' },
};

export type RollUpName = keyof typeof rollUps;
const names = Object.keys(rollUps) as RollUpName[];

const lockNotAvailable = '55P03';

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
 * transaction has changed stay, and all rows if one keeps the stripe that they are added to.
 */
export async function fold(client: pg.Client, companyId: string): Promise<number> {
  let folded = 0;
  try {
    for (const name of names) {
      const { rows: ranges } = await client.query<{ first: string[]; last: string[] }>(rangesToFold(name), [companyId]);
      for (const { first, last } of ranges) {
        const begunAt = performance.now();
        const moving = `select reporting.fold_${name}($1, $2, $3) as count`;
        const { rows } = await client.query<{ count: number }>(moving, [companyId, first, last]);
        folded += rows[0]?.count ?? 0;
        await sleep(performance.now() - begunAt);
      }
    }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== lockNotAvailable) throw error;
  }
  return folded;
}

/** The first and last key of each 100 rows of a company of which some are to be folded. All rows of such a range move, and so lie together. */
export function rangesToFold(rollUp: RollUpName): string {
  const { key, count } = rollUps[rollUp];
  return `
    select min(key) as first, max(key) as last
    from (
      select array[${key.map((column) => `${column}::text`).join(', ')}] as key, stripe > 0 or ${count} = 0 as is_to_fold,
        (row_number() over (order by ${key.join(', ')}) - 1) / 100 as range
      from reporting.${rollUp}
      where company_id = $1
    ) numbered
    group by range
    having bool_or(is_to_fold)
    order by range`;
}
