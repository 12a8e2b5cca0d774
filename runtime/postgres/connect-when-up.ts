import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isTransient } from '../transient-error.ts';
import { ExplainedError } from '../explained-error.ts';
import { connect } from './session.ts';

type Waiting = {
  limitMs: number;
  /** What must work on the connection too, or else it is tried again with another one. */
  prepare?: (client: pg.Client) => Promise<void>;
  isWorthWaiting?: (error: unknown) => boolean;
  /** Called once, with the first error that is worth waiting. */
  onWait?: (error: unknown) => void;
};

/** @throws the last error when it is not worth waiting, or `limitMs` have passed */
export async function connectWhenUp(
  url: string,
  { limitMs, prepare, isWorthWaiting = isTransient, onWait }: Waiting,
): Promise<pg.Client> {
  const deadline = performance.now() + limitMs;
  for (let isFirst = true; ; isFirst = false) {
    let client: pg.Client | undefined;
    try {
      client = await connect({ connectionString: url, connectionTimeoutMillis: 3_000 });
      await prepare?.(client);
      return client;
    } catch (error) {
      await client?.end().catch(() => undefined);
      if (!isWorthWaiting(error) || performance.now() > deadline) throw error;
      if (isFirst) onWait?.(error);
      await sleep(100);
    }
  }
}

/**
 * Waits until a database accepts connections, since the network may refuse those of a new pod for some seconds, until it knows
 * its policies. `onWait` is called once, with the reason.
 * @throws ExplainedError where the database refuses this user, or does not accept connections within `limitMs`
 */
export async function waitForDatabase(
  databaseUrl: string,
  onWait: (reason: string) => void,
  limitMs = 10_000,
): Promise<void> {
  const client = await connectWhenUp(databaseUrl, {
    limitMs,
    onWait: (error) => onWait(reasonOf(error)),
  }).catch((error: unknown) => {
    throw new ExplainedError(`The database at DATABASE_URL can't be used: ${reasonOf(error)}`, { cause: error });
  });
  await client.end();
}

/** The message; of an attempt at several addresses of a name, which has none, the code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as NodeJS.ErrnoException).code);
}
