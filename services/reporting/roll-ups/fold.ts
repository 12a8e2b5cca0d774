import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export const rollUps = ['payment_totals', 'payment_sums', 'timesheet_periods'] as const;

export type RollUpName = (typeof rollUps)[number];

const lockNotAvailable = '55P03';

/** Folds the roll-ups of all companies. */
export async function foldAll(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>('select id from reporting.companies order by id');
  return foldEach(client, rows);
}

/** Folds the roll-ups of companies that have more than 1.3 rows a key in one of them, as one has that is written much at once. */
export async function foldBusy(client: pg.Client): Promise<number> {
  const counts = rollUps.map(
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
  const tables = ['scheduled_payments', 'timesheet_days', ...rollUps];
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
    for (const rollUp of rollUps) folded += await foldRollUp(client, rollUp, companyId);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== lockNotAvailable) throw error;
  }
  return folded;
}

async function foldRollUp(client: pg.Client, rollUp: RollUpName, companyId: string): Promise<number> {
  const { rows: ranges } = await client.query<{ first: string[]; last: string[] }>(
    `select first_key as first, last_key as last from reporting.ranges_to_fold_${rollUp}($1)`,
    [companyId],
  );
  let folded = 0;
  for (const { first, last } of ranges) {
    const begunAt = performance.now();
    const { rows } = await client.query<{ count: number }>(`select reporting.fold_${rollUp}($1, $2, $3) as count`, [
      companyId,
      first,
      last,
    ]);
    folded += rows[0]?.count ?? 0;
    await sleep(performance.now() - begunAt);
  }
  return folded;
}
