import pg from 'pg';
import type { Registry } from 'prom-client';
import { ApiError } from '../../proto/errors.ts';
import { measurePool, statementObserver } from './database-metrics.ts';
import { cancellable, closeWhenDead, requireCaller } from './cancellation.ts';
import type { Logger } from '../logger.ts';
import { isTransient } from '../transient-error.ts';
import { sessionSettings } from './session.ts';
import type { Tracing } from '../tracing/tracing.ts';

export type DatabaseConfig = {
  DATABASE_URL: string;
  DATABASE_POOL_SIZE: number;
  /** Postgres itself ends a statement after this long. */
  statementTimeoutMs: number;
};

export type DatabaseObservers = { log: Logger; metrics: Registry; tracing?: Tracing | undefined };

export type PreparedStatement = { name: string; text: string };

/** A pool whose connections begin with `settings`, statements of SQL. Being without a connection is no reason to exit. */
export function openPool(
  name: string,
  config: DatabaseConfig,
  { log, metrics, tracing }: DatabaseObservers,
  settings = '',
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: config.DATABASE_URL,
    application_name: name,
    max: config.DATABASE_POOL_SIZE,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool waits for it; its types don't know
    onConnect: (client) => client.query(`${sessionSettings}; ${sessionLimits(config)}; ${settings}`),
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  measurePool(metrics, name, config.DATABASE_POOL_SIZE, () => ({
    size: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  pool.on('connect', statementObserver(metrics, tracing));
  pool.on('connect', (client) => closeWhenDead(client, config));
  // The error of a connection that is lost between two statements would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

/**
 * Has Postgres end a statement, or a transaction without one, after a time, and all that a host left which is gone without
 * notice after 25 seconds: its locks would last for hours.
 */
export function sessionLimits({ statementTimeoutMs }: DatabaseConfig): string {
  return `set statement_timeout = ${statementTimeoutMs};
    set idle_in_transaction_session_timeout = ${statementTimeoutMs};
    set tcp_keepalives_idle = 10;
    set tcp_keepalives_interval = 5;
    set tcp_keepalives_count = 3;
    set tcp_user_timeout = 25000`;
}

/** Aborting `signal` ends the statement in Postgres too. @throws ApiError `service_unavailable`; other errors as they are */
export async function runStatement<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: PreparedStatement,
  values: unknown[],
  signal: AbortSignal,
): Promise<Row[]> {
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect();
    requireCaller(signal);
    const { rows } = await cancellable(client, signal, client.query<Row>({ ...statement, values }));
    client.release();
    return rows;
  } catch (error) {
    client?.release(breaksConnection(error));
    throw unavailableIfTransient(error);
  }
}

/** The same of a statement that always has one row. */
export async function readOne<Row extends pg.QueryResultRow>(
  ...[pool, statement, values, signal]: Parameters<typeof runStatement>
): Promise<Row> {
  return oneRow(await runStatement<Row>(pool, statement, values, signal));
}

export function oneRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('the statement has one row, always');
  return row;
}

/** An error that the server reports leaves the connection usable; any other leaves it in an unknown state. */
export function breaksConnection(error: unknown): boolean {
  return !(error instanceof ApiError || (error instanceof pg.DatabaseError && !isTransient(error)));
}

export function unavailableIfTransient(error: unknown): unknown {
  return isTransient(error) ? new ApiError('service_unavailable', { cause: error }) : error;
}
