import { setTimeout as delay } from 'node:timers/promises';
import { timedOut } from './errors.js';

/** @throws the reason of the signal when that is aborted */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
}

/** Is aborted with a ClientReportingError after this time. It keeps no process alive. */
export function abortedAfter(ms: number, option: string): AbortSignal {
  const controller = new AbortController();
  if (ms < Infinity) setTimeout(() => controller.abort(timedOut(ms, option)), ms).unref();
  return controller.signal;
}

/** Settles as the promise does, or rejects with the reason of the signal when that is aborted first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<void>((resolve) => (onAbort = resolve));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  await Promise.race([aborted, promise]).finally(() => signal.removeEventListener('abort', onAbort));
  signal.throwIfAborted();
  return promise;
}
