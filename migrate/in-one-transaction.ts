import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../runtime/logger.ts';
import { connect } from '../runtime/postgres/session.ts';

// A statement that waits for a table makes all later ones wait too: it gives up soon, and leaves them a pause.
const lockTimeout = '500ms';
const pauseMs = () => 1_000 + Math.random() * 2_000;
const defaultLockWaitMs = 600_000;

/**
 * Runs work that changes the schemas in a transaction, one process at a time. Where it can't have a lock, all of it is tried
 * again for `lockWaitMs`, ten minutes by default, with pauses.
 */
export async function inOneTransaction<T>(
  databaseUrl: string,
  { log, lockWaitMs = defaultLockWaitMs }: { log?: Logger | undefined; lockWaitMs?: number },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const givesUpAt = performance.now() + lockWaitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await attempt(databaseUrl, work);
    } catch (error) {
      if (!lacksLock(error)) throw error;
      if (isFirst) log?.warn({ reason: (error as Error).message, lockWaitMs }, 'waiting for a lock');
      if (performance.now() > givesUpAt) throw error;
    }
    await sleep(pauseMs());
  }
}

const advisoryLock = 7_215_001;

async function attempt<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect({ connectionString: databaseUrl, application_name: 'migrate' });
  try {
    await client.query('begin isolation level read committed');
    await client.query(`set local lock_timeout = '${lockTimeout}'`);
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
    // With Citus, a change of distributed tables can precede one of a reference table only so, and they take triggers only so.
    // Elsewhere nothing reads it.
    await client.query(
      `set local citus.multi_shard_modify_mode = 'sequential'; set local citus.enable_unsafe_triggers = on`,
    );
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}

/** Whether a lock was not available in time, or the wait was a deadlock. The cause is what Postgres said of a migration. */
function lacksLock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === '55P03' || code === '40P01' || lacksLock(error.cause);
}
