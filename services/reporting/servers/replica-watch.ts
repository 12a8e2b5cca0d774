import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../../../runtime/logger.ts';
import { readOne } from '../../../runtime/postgres/database.ts';
import { sql, statement } from '../sql/statement.ts';

/** How long a replica may take to answer a short statement, and the time between two. */
export const replicaTimeoutMs = 1_000;
const pauseMs = 1_000;

/**
 * Whether a replica can be used: once it has the migrations of this build, which it may replay late, and as long as it answers
 * requests, and a short statement each second. One that failed is used again when it has replayed what the primary had written when it
 * answered again: after a restart a replica is behind, and other processes have answered from newer data meanwhile.
 */
export function watchReplica(replica: pg.Pool, primary: pg.Pool, requireMigrated: () => Promise<void>, log: Logger) {
  let isUsable = false;
  let isFailing = false;
  let primaryPosition: string | undefined;
  const stopped = new AbortController();

  const fail = (error: unknown) => {
    if (stopped.signal.aborted) return;
    if (!isFailing) log.warn({ err: error }, 'a replica fails');
    isUsable = false;
    isFailing = true;
    primaryPosition = undefined;
  };
  replica.on('error', fail);

  const check = async () => {
    if (isUsable) {
      await positionOf(replica);
      return;
    }
    await requireMigrated();
    if (isFailing) {
      primaryPosition ??= (await positionOf(primary)).position;
      if (!(await positionOf(replica, primaryPosition)).isReplayed) return;
      log.info('a replica answers again');
    }
    isUsable = true;
    isFailing = false;
  };
  const watch = async () => {
    const signal = stopped.signal;
    const isStopped = () => sleep(pauseMs, false, { ref: false, signal }).catch(() => true);
    do await check().catch(fail);
    while (!(await isStopped()));
  };
  void watch();

  return { isUsable: () => isUsable, fail, stop: () => stopped.abort() };
}

const currentPosition = sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end`;
const positionStatement = statement(
  'wal-position',
  sql`select ${currentPosition}::text as position, ${currentPosition} >= :least::pg_lsn as "isReplayed"`,
);

/** The position of a server in the log, and whether it has this one. */
async function positionOf(pool: pg.Pool, least: string | null = null) {
  type Row = { position: string; isReplayed: boolean | null };
  return readOne<Row>(pool, positionStatement, [least], AbortSignal.timeout(replicaTimeoutMs));
}
