import type pg from 'pg';

/** The tables there are. */
export async function tables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select oid::text as id from pg_class where relkind in ('r', 'p') and relnamespace <> 'pg_catalog'::regnamespace`,
  );
  return rows.map(({ id }) => id);
}

/** Of these tables, those that the transaction has locked: against readers and writers, or against writers alone. */
export async function tablesLocked(client: pg.Client, ids: string[]) {
  const { rows } = await client.query<{ name: string; unreadable: boolean }>(
    `select relation::regclass::text as name, bool_or(mode = 'AccessExclusiveLock') as unreadable from pg_locks
     where pid = pg_backend_pid() and granted and relation = any($1::oid[])
       and mode in ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')
     group by relation order by name`,
    [ids],
  );
  const named = (unreadable: boolean) => rows.filter((row) => row.unreadable === unreadable).map(({ name }) => name);
  return { unreadable: named(true), unwritable: named(false) };
}
