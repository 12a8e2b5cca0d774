import type pg from 'pg';
import { openPool } from '../../../runtime/postgres/database.ts';
import type { DatabaseObservers } from '../../../runtime/postgres/database.ts';
import type { ReportingConfig } from '../config.ts';

/**
 * Exports have connections of their own, so that pages never wait for one, and one process of the database each. A snapshot may be
 * idle for as long as an export may take, since callers read at their own pace. What Postgres has sent is read sooner: the gateway
 * disconnects a client that takes nothing for `fileStallMs`.
 */
export function openExportPool(name: string, config: ReportingConfig, observers: DatabaseObservers): pg.Pool {
  return openPool(
    name,
    {
      DATABASE_URL: config.DATABASE_URL,
      DATABASE_POOL_SIZE: config.EXPORT_POOL_SIZE,
      statementTimeoutMs: config.times.exportStatementMs,
    },
    observers,
    `set max_parallel_workers_per_gather = 0;
     set jit = off;
     set idle_in_transaction_session_timeout = ${config.times.exportDeadlineMs};
     set tcp_user_timeout = ${2 * config.times.fileStallMs}`,
  );
}
