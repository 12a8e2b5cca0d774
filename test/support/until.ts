import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls again and again until the answer is true. A call after the limit must return true, however long a busy machine
 * takes for it. Without a limit of its own, the limit is for what never comes.
 */
export async function until(what: string, answer: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  const limit = performance.now() + limitMs;
  for (;;) {
    const isLast = performance.now() > limit;
    if (await answer()) return;
    if (isLast) throw new Error(`not within ${limitMs} ms: ${what}`);
    await sleep(50);
  }
}

/** Calls again and again until it succeeds. */
export function untilDone(what: string, action: () => Promise<unknown>): Promise<void> {
  return until(what, () =>
    action().then(
      () => true,
      () => false,
    ),
  );
}
