import type pg from 'pg';

/** Where a roll-up and the rows that it sums up differ, and by how much. */
export type Difference = { roll_up: string; difference: object };

export async function companiesToReconcile(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select c.id from reporting.companies c left join reporting.reconciliations r on r.company_id = c.id
     order by r.reconciled_at nulls first, c.id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Collations whose version is another than the one that their indexes were built with, as in another image of Postgres: such an index may not find
 * its rows. Each with what mends it.
 */
export async function changedCollations(client: pg.Client): Promise<string[]> {
  const { rows: server } = await client.query<{ version: number; database: string }>(
    `select current_setting('server_version_num')::integer as version, quote_ident(current_database()) as database`,
  );
  const [{ version, database } = { version: 0, database: '' }] = server;
  const ofDatabase = `
    union all
    select 'database ${database}', 'refresh collation version' from pg_database
    where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`;
  const { rows } = await client.query<{ name: string; refresh: string }>(
    `select 'collation reporting.' || collname as name, 'refresh version' as refresh from pg_collation
     where collnamespace = 'reporting'::regnamespace and collversion <> pg_collation_actual_version(oid)
     ${version >= 150_000 ? ofDatabase : ''}`,
  );
  return rows.map(
    ({ name, refresh }) =>
      `The version of ${name} has changed, and its indexes may be in another order: reindex database concurrently ${database}; alter ${name} ${refresh};`,
  );
}

/** Compares the roll-ups of a company with its rows, in one snapshot; at most 20 differences. The metrics count all. */
export async function reconcile(client: pg.Client, companyId: string): Promise<Difference[]> {
  const { rows } = await client.query<Difference & { count: string }>(
    `select roll_up, difference, count(*) over () as count
     from reporting.roll_up_differences where company_id = $1 limit 20`,
    [companyId],
  );
  // The company may be gone by now.
  await client.query(
    `insert into reporting.reconciliations (company_id, reconciled_at, differences_count)
     select id, now(), $2 from reporting.companies where id = $1
     on conflict (company_id) do update set reconciled_at = excluded.reconciled_at,
       differences_count = excluded.differences_count`,
    [companyId, rows[0]?.count ?? 0],
  );
  return rows;
}
