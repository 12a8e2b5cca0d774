import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ApiError } from '../../proto/errors.ts';
import { observeQueries } from './observe-queries.ts';

/** @throws ApiError `service_unavailable` where the caller is gone, such as after a long wait for a connection */
export function requireCaller(signal: AbortSignal): void {
  if (signal.aborted) throw new ApiError('service_unavailable', { cause: signal.reason });
}

/**
 * The result of `query`, which is running on `client`. When `signal` is aborted, Postgres is asked to cancel it; the
 * connection is free only after that request was dealt with, since a late one would hit the next statement.
 */
export async function cancellable<T>(client: pg.ClientBase, signal: AbortSignal, query: Promise<T>): Promise<T> {
  const ended = query.then(
    () => true,
    () => true,
  );
  let cancelled: Promise<void> | undefined;
  const onAbort = () => {
    cancelled = cancelStatement(client as Connected, ended);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await query;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await cancelled;
  }
}

const cancelLimitMs = 1_000;

/**
 * Closes the connection when a statement isn't answered a second after Postgres itself should have ended it: its server or the
 * network is gone without notice. The system would find that out after a quarter of an hour.
 */
export function closeWhenDead(client: pg.ClientBase, { statementTimeoutMs }: { statementTimeoutMs: number }): void {
  observeQueries(client, (query) => {
    if (typeof query === 'object' && query !== null && 'submit' in query) return undefined;
    const limit = setTimeout(() => destroy(client), statementTimeoutMs + graceMs).unref();
    return () => clearTimeout(limit);
  });
}

const graceMs = 1_000;

/** Every call that waits for an answer gets an error. */
function destroy(client: pg.ClientBase): void {
  (client as Connected).connection.stream.destroy();
}

// What node-postgres has and its types lack.
type Connected = pg.ClientBase & {
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

/**
 * Requests until the statement ends: a request that overtakes its statement, or comes between two, cancels nothing. Closes the connection
 * where Postgres does not answer.
 */
async function cancelStatement(target: Connected, ended: Promise<boolean>): Promise<void> {
  const givesUpAt = performance.now() + cancelLimitMs;
  do {
    await requestCancellation(target);
    if (await Promise.race([ended, sleep(20, false, { ref: false })])) return;
  } while (performance.now() < givesUpAt);
  destroy(target);
}

async function requestCancellation(target: Connected): Promise<void> {
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
