import type pg from 'pg';

/**
 * Deletes what the log of a company's changes has from before `keptDays`: of each stripe only the beginning of its chain, since a
 * transaction that was open for long has an older time behind newer ones. The newest row of a stripe stays: it has the stripe's version.
 * @returns how many rows were deleted
 */
export async function trimChanges(client: pg.Client, companyId: string, keptDays: number): Promise<number> {
  const { rowCount } = await client.query(
    `delete from reporting.changes trimmed
     using (
       select stripe, coalesce(min(version) filter (where changed_at >= now() - make_interval(days => $2)), max(version)) as first_kept
       from reporting.changes
       where company_id = $1
       group by stripe
     ) kept
     where company_id = $1 and trimmed.stripe = kept.stripe and version < first_kept`,
    [companyId, keptDays],
  );
  return rowCount ?? 0;
}
