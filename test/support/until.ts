import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until the answer is true. The limit is for what never comes, not a measure of speed. */
export async function until(what: string, answer: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  const limit = performance.now() + limitMs;
  while (!(await answer())) {
    if (performance.now() > limit) throw new Error(`not within ${limitMs} ms: ${what}`);
    await sleep(50);
  }
}
