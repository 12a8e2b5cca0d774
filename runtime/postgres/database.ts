import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Registry } from 'prom-client';
import { ApiError } from '../../proto/errors.ts';
import { measurePool, measureWaits, statementTimer, statementTracer } from './database-metrics.ts';
import { closeWhenDead, hangUp } from './dead-connections.ts';
import type { Logger } from '../logger.ts';
import { isPassing } from '../passing-error.ts';
import type { Tracing } from '../tracing/tracing.ts';

export type DatabaseConfig = {
  DATABASE_URL: string;
  DATABASE_POOL_SIZE: number;
  /** Postgres itself ends a statement after this long, even when the process that sent it is gone. */
  STATEMENT_TIMEOUT_MS: number;
};

/** Who is told what a pool does. */
export type DatabaseObservers = { log: Logger; metrics: Registry; tracing?: Tracing | undefined };

export type Statement = { name: string; text: string };

/**
 * A pool of connections, each begun with `settings`, statements of SQL. One that Postgres closes is replaced; being
 * without any is no reason to exit.
 */
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
    onConnect: (client) => client.query(`${statementTimeout(config)}; ${settings}`),
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  measurePool(metrics, name, config.DATABASE_POOL_SIZE, () => ({
    size: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  measureWaits(metrics, name, pool, 'connect');
  const timeStatements = statementTimer(metrics);
  pool.on('connect', timeStatements);
  if (tracing) pool.on('connect', statementTracer(tracing));
  pool.on('connect', (client) => closeWhenDead(client, config));
  // One that is lost between two statements has nobody else to tell, and would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

/** As a statement, since a pooler such as PgBouncer refuses it among the parameters that a connection begins with. */
export function statementTimeout({ STATEMENT_TIMEOUT_MS }: DatabaseConfig): string {
  return `set statement_timeout = ${STATEMENT_TIMEOUT_MS}`;
}

/**
 * Runs a named prepared statement. Aborting `signal` ends it in Postgres too.
 * @throws ApiError `service_unavailable` when the database can't answer now; other errors as they are
 */
export async function runStatement<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: Statement,
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
    // A server's own complaint leaves the connection usable; anything else leaves it in an unknown state.
    const usable = error instanceof ApiError || (error instanceof pg.DatabaseError && !isPassing(error));
    client?.release(!usable);
    throw isPassing(error) ? new ApiError('service_unavailable', { cause: error }) : error;
  }
}

/** Nobody waits for the answer any more to a call that had to wait for a connection too long. */
export function requireCaller(signal: AbortSignal): void {
  if (signal.aborted) throw new ApiError('service_unavailable', { cause: signal.reason });
}

/**
 * The result of `query`, which is running on `client`. When `signal` is aborted, Postgres is asked to cancel it; the
 * connection is free only after that request was dealt with, since a late one would hit the next statement.
 * @throws the error of the query, or `service_unavailable` where Postgres doesn't answer the cancellation either
 */
export async function cancellable<T>(client: pg.ClientBase, signal: AbortSignal, query: Promise<T>): Promise<T> {
  const ended = query.then(
    () => undefined,
    () => undefined,
  );
  let cancelled: Promise<void> | undefined;
  const hungUp = new Promise<never>((_, reject) => {
    const onAbort = () => {
      cancelled = cancelStatement(client as CancelTarget, ended);
      const limit = sleep(cancelLimitMs, undefined, { ref: false });
      void Promise.race([limit, ended.then(() => 'ended')]).then((how) => {
        if (how === 'ended') return;
        reject(new Error('Postgres did not answer the cancellation of a statement'));
        hangUp(client);
      });
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    void ended.then(() => signal.removeEventListener('abort', onAbort));
  });
  try {
    return await Promise.race([query, hungUp]);
  } finally {
    await cancelled;
  }
}

const cancelLimitMs = 1_000;

// What node-postgres has and its types lack.
type CancelTarget = pg.ClientBase & {
  host: string;
  port: number;
  processID: number;
  secretKey: number;
  connection: pg.Connection;
};
type Canceller = pg.Client & {
  connection: pg.Connection & {
    connect: (port: number | string, host?: string) => void;
    cancel: (processId: number, secretKey: number) => void;
  };
};

/** Asks until the statement ends: a request that overtakes its statement, or comes between two, cancels nothing. */
async function cancelStatement(target: CancelTarget, ended: Promise<void>): Promise<void> {
  const over = ended.then(() => true);
  const limit = performance.now() + cancelLimitMs;
  do await requestCancellation(target);
  while (!(await Promise.race([over, sleep(20, false, { ref: false })])) && performance.now() < limit);
}

async function requestCancellation(target: CancelTarget): Promise<void> {
  const { connection } = new pg.Client() as Canceller;
  const closed = new Promise<void>((resolve) => {
    connection.once('end', resolve);
    connection.once('error', () => resolve());
  });
  connection.once('connect', () => connection.cancel(target.processID, target.secretKey));
  if (target.host.startsWith('/')) connection.connect(`${target.host}/.s.PGSQL.${target.port}`);
  else connection.connect(target.port, target.host);
  await Promise.race([closed, sleep(cancelLimitMs, undefined, { ref: false })]);
  connection.stream.destroy();
}
