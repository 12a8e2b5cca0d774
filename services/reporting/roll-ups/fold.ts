import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const rollUps = ['payment_totals', 'payment_periods', 'timesheet_periods'];
const lockNotAvailable = '55P03';

/**
 * Folds the roll-ups of a company, in small transactions and at half the speed. Returns how many rows were folded. Rows that an open
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
  const { rows: batches } = await client.query<{ keys: string }>(
    'select keys::text from reporting.keys_to_fold($1, $2) keys',
    [rollUp, companyId],
  );
  let folded = 0;
  for (const { keys } of batches) {
    const begunAt = performance.now();
    const { rows } = await client.query<{ count: number }>('select reporting.fold($1, $2, $3) as count', [
      rollUp,
      companyId,
      keys,
    ]);
    folded += rows[0]?.count ?? 0;
    await sleep(performance.now() - begunAt);
  }
  // There may be more keys than are read at once.
  return folded === 0 ? 0 : folded + (await foldRollUp(client, rollUp, companyId));
}
