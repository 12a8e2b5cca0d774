import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../../runtime/logger.ts';
import { connect } from '../../runtime/postgres/session.ts';

const pauseMs = () => 1_000 + Math.random() * 2_000;

// A statement that waits for a table makes all later ones wait too: it gives up soon, and leaves them a pause.
// With Citus, a change of distributed tables can precede one of a reference table only so, and they take triggers only so.
// Elsewhere nothing reads these settings. All ends with the transaction, also where a pooler gives its connection to others.
const begin = `begin isolation level read committed; set local lock_timeout = '500ms'; select pg_advisory_xact_lock(7215001);
  set local citus.multi_shard_modify_mode = 'sequential'; set local citus.enable_unsafe_triggers = on`;

/**
 * Runs work that changes the schemas in a transaction, one process at a time. Where it can't have a lock, all of it is tried again for
 * `lockWaitMs`, ten minutes by default, with pauses.
 */
export async function exclusively<T>(
  databaseUrl: string,
  { log, lockWaitMs = 600_000 }: Options,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const givesUpAt = performance.now() + lockWaitMs;
  for (let isFirst = true; ; isFirst = false) {
    const client = await connect({ connectionString: databaseUrl, application_name: 'migrate' });
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      if (!lacksLock(error)) throw error;
      if (isFirst) log?.warn({ reason: (error as Error).message, lockWaitMs }, 'waiting for a lock');
      if (performance.now() > givesUpAt) throw error;
    } finally {
      await client.end();
    }
    await sleep(pauseMs());
  }
}

/** Whether a lock was not available in time, or the wait was a deadlock. The cause is what Postgres said of a migration. */
function lacksLock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === '55P03' || code === '40P01' || lacksLock(error.cause);
}

export type Options = { log?: Logger | undefined; lockWaitMs?: number };
