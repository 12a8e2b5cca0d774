import { connectTo, onEachServer, query } from './database.ts';
import { until } from '../until.ts';

/** Locks a table, so that every statement on it waits; returns what ends the lock. */
export async function lockTable(databaseUrl: string, table: string): Promise<() => Promise<void>> {
  const client = await connectTo(databaseUrl, { application_name: 'lock' });
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  let unlocked: Promise<void> | undefined;
  return () => (unlocked ??= client.query('rollback').then(() => client.end()));
}

/** Waits until a statement in this database waits for a lock. */
export async function untilLockIsWaitedFor(databaseUrl: string): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until('a statement waits for a lock', async () => {
    const found = await Promise.all(onEachServer(databaseUrl).map((server) => query(server, waiting)));
    return found.flat().length > 0;
  });
}

/** Waits until so many statements of the program are at work in this database. */
export async function untilStatements(databaseUrl: string, program: string, count: number): Promise<void> {
  await until(`${count} statements of ${program} in Postgres`, async () => {
    const active = await query(
      databaseUrl,
      `select from pg_stat_activity
       where datname = current_database() and application_name = $1 and state = 'active'`,
      [program],
    );
    return active.length === count;
  });
}
