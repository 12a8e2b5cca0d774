import { setTimeout as delay } from 'node:timers/promises';

/** @throws the reason of the signal when that is aborted */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
}
