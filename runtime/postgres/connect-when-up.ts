import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isTransient } from '../transient-error.ts';
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
