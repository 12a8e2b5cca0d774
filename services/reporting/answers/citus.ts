import type pg from 'pg';
import { readOne } from '../../../runtime/postgres/database.ts';
import { sql, statement } from '../sql/statement.ts';

/** What differs where the database is a Citus cluster. It is asked once. */
export type Citus = ReturnType<typeof createCitus>;

const hasCitus = statement('has-citus', sql`select exists (select from pg_extension where extname = 'citus') as found`);

/** Those that a report is read from, in the order in which a truncation cascades. */
const tables = ['people', 'teams', 'contracts', 'scheduled_payments', 'timesheet_days'].map(
  (name) => `reporting.${name}`,
);

export function createCitus(pool: pg.Pool) {
  let citus: boolean | undefined;
  const isUsed = async (signal: AbortSignal) =>
    (citus ??= (await readOne<{ found: boolean }>(pool, hasCitus, [], signal)).found);
  return {
    isUsed,
    /** The tables that a snapshot of several statements locks. Citus would lock them on all nodes, and wait for one that hangs. */
    lockedTables: async (signal: AbortSignal) => ((await isUsed(signal)) ? [] : tables),
  };
}
