import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const rollUps = ['payment_totals', 'payment_periods', 'timesheet_periods'];
const lockNotAvailable = '55P03';

/** Folds the roll-ups of all companies, and vacuums them: each row that is moved leaves a dead one, which readers pass over. */
export async function foldAll(client: pg.Client): Promise<number> {
  let folded = 0;
  const { rows } = await client.query<{ id: string }>('select id from reporting.companies order by id');
  for (const { id } of rows) folded += await fold(client, id);
  if (folded > 0) await client.query(`vacuum (analyze) ${rollUps.map((name) => `reporting.${name}`).join(', ')}`);
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

async function foldRollUp(client: pg.Client, rollUp: string, companyId: string): Promise<number> {
  const { rows: ranges } = await client.query<{ range: string }>(
    'select range::text from reporting.ranges_to_fold($1, $2) range',
    [rollUp, companyId],
  );
  let folded = 0;
  for (const { range } of ranges) {
    const begunAt = performance.now();
    const { rows } = await client.query<{ count: number }>('select reporting.fold($1, $2, $3) as count', [
      rollUp,
      companyId,
      range,
    ]);
    folded += rows[0]?.count ?? 0;
    await sleep(performance.now() - begunAt);
  }
  return folded;
}
