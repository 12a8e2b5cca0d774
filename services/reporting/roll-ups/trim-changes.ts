import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const atOnce = 1_000;

/** More than so many make versions long. */
const stripesAtMost = 64;
const endedAtOnce = 50;

/**
 * Deletes what the log of a company's changes has from before `keptDays`, in batches and at half the speed. The newest row of a stripe
 * stays: its version is that of the stripe. Of very many stripes, as a stalled standby can leave, those end that are as old.
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
  if (stripes.length <= stripesAtMost) return deleted;
  for (let ended = endedAtOnce; ended > 0; deleted += ended) ended = await endStripes(client, companyId, keptDays);
  return deleted;
}

/**
 * Ends stripes that no transaction holds, and whose newest row of the log is older than `keptDays`. Copies can't tell whether they have what was
 * written there, and must be read again.
 */
async function endStripes(client: pg.Client, companyId: string, keptDays: number): Promise<number> {
  await client.query('begin');
  try {
    const { rowCount } = await client.query(endOldest, [companyId, keptDays, endedAtOnce]);
    if (rowCount !== 0) {
      const touched = `select ${pg.escapeLiteral(companyId)} as company_id, null as key, null as contract_id`;
      const { rows } = await client.query<{ statement: string }>(`select reporting.touch($1, 'all') as statement`, [
        touched,
      ]);
      await client.query(rows[0]?.statement ?? '');
    }
    await client.query('commit');
    return rowCount ?? 0;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Stripes from 1000 on are held for all companies. */
const endOldest = `
  with held as materialized (
    select stripe, version
    from (
      select stripe, version
      from reporting.data_versions v
      where company_id = $1 and stripe > 0 and not exists (
        select from reporting.changes c
        where c.company_id = v.company_id and c.stripe = v.stripe and c.changed_at >= now() - make_interval(days => $2)
      )
      order by stripe desc
      limit $3
    ) old
    where pg_try_advisory_xact_lock(hashtextextended(case when stripe < 1000 then $1 else '' end, stripe))
  ),
  ended as (
    delete from reporting.data_versions v
    using held
    where v.company_id = $1 and v.stripe = held.stripe and v.version = held.version
    returning v.stripe
  )
  delete from reporting.changes c
  using ended
  where c.company_id = $1 and c.stripe = ended.stripe`;

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
