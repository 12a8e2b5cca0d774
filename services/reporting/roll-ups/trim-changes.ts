import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const atOnce = 1_000;

/**
 * Deletes what the log of a company's changes has from before `keptDays`, in batches and at half the speed. The newest row of a stripe
 * stays: its version is that of the stripe.
 * @returns how many rows were deleted
 */
export async function trimChanges(client: pg.Client, companyId: string, keptDays: number): Promise<number> {
  const { rows: stripes } = await client.query<{ stripe: number }>(
    'select stripe from reporting.data_versions where company_id = $1',
    [companyId],
  );
  let deleted = 0;
  for (const { stripe } of stripes) {
    for (let count = atOnce; count === atOnce; deleted += count) {
      const begunAt = performance.now();
      count = (await client.query(deleteOldest, [companyId, stripe, keptDays, atOnce])).rowCount ?? 0;
      await sleep(performance.now() - begunAt);
    }
  }
  return deleted;
}

/** Only the beginning of a chain: a transaction that was open for long has an older time behind newer ones. */
const deleteOldest = `
  with oldest as materialized (
    select version, bool_and(changed_at < now() - make_interval(days => $3)) over in_order as are_old, lead(version) over in_order as next
    from reporting.changes
    where company_id = $1 and stripe = $2
    window in_order as (order by version)
    order by version
    limit $4
  )
  delete from reporting.changes
  where company_id = $1 and stripe = $2 and version in (select version from oldest where are_old and next is not null)`;
