import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ApiError } from '../../proto/errors.ts';
import { observeCalls } from './observe-calls.ts';

/** @throws ApiError `service_unavailable` where the caller is gone, such as after a long wait for a connection */
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
  const unanswered = new Promise<never>((_, reject) => {
    const onAbort = () => {
      cancelled = cancelStatement(client as Connected, ended);
      const limit = sleep(cancelLimitMs, undefined, { ref: false });
      void Promise.race([limit, ended.then(() => 'ended')]).then((how) => {
        if (how === 'ended') return;
        reject(new Error('Postgres did not answer the cancellation of a statement'));
        destroy(client);
      });
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    void ended.then(() => signal.removeEventListener('abort', onAbort));
  });
  try {
    return await Promise.race([query, unanswered]);
  } finally {
    await cancelled;
  }
}

const cancelLimitMs = 1_000;

/**
 * Closes the connection when a statement isn't answered a second after Postgres itself should have ended it: its server or the
 * network is gone without notice. The system would find that out after a quarter of an hour.
 */
export function closeWhenDead(client: pg.ClientBase, { statementTimeoutMs }: { statementTimeoutMs: number }): void {
  observeCalls(client, 'query', (query) => {
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

/** Requests until the statement ends: a request that overtakes its statement, or comes between two, cancels nothing. */
async function cancelStatement(target: Connected, ended: Promise<void>): Promise<void> {
  const over = ended.then(() => true);
  const limit = performance.now() + cancelLimitMs;
  do await requestCancellation(target);
  while (!(await Promise.race([over, sleep(20, false, { ref: false })])) && performance.now() < limit);
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
