import { connectTo, query } from './database.ts';
import { until } from '../until.ts';

/** Locks a table, so that every statement on it waits; returns what ends the lock. */
export async function lockTable(databaseUrl: string, table: string): Promise<() => Promise<void>> {
  const client = await connectTo(databaseUrl, { application_name: 'lock' });
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  let unlocked: Promise<void> | undefined;
  return () => (unlocked ??= client.query('rollback').then(() => client.end()));
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
