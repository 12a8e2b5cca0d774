import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const atOnce = 1_000;

/**
 * Deletes what the log of a company's changes has from before `keptDays`, in batches and at half the speed, and retires the stripes of
 * backends. The newest row of a stripe stays: its version is that of the stripe.
 * @returns how many rows were deleted, and how many stripes retired
 */
export async function trimChanges(
  client: pg.Client,
  companyId: string,
  keptDays: number,
): Promise<{ deleted: number; retired: number }> {
  const { rows: stripes } = await client.query<{ stripe: number }>(
    'select distinct stripe from reporting.changes where company_id = $1',
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
  const { rows } = await client.query<{ count: number }>('select reporting.retire_stripes($1) as count', [companyId]);
  return { deleted, retired: rows[0]?.count ?? 0 };
}

/** Within a stripe, versions are in the order of time. */
const deleteOldest = `
  with oldest as materialized (
    select version, changed_at, kind, lead(version) over (order by version) as next
    from reporting.changes
    where company_id = $1 and stripe = $2
    order by version
    limit $4
  )
  delete from reporting.changes
  where company_id = $1 and stripe = $2 and version in (
    select version from oldest
    where changed_at < now() - make_interval(days => $3) and (next is not null or kind = 'retired')
  )`;
