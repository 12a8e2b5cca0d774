import { ApiError } from '../../../proto/errors.ts';

/** Waits for a slot of the key; returns what releases it. @throws ApiError `service_unavailable` when `signal` is aborted before */
export type Slots = (key: string, signal: AbortSignal) => Promise<() => void>;

/**
 * Shares slots so that a few keys do not use up all of them: a key takes a second or further one only if it then has at most one and a
 * half times as many as are left. So one key has 60 percent of all at most; of ten, a second one has two, and two are left.
 */
export function createSlots(total: number, mostOfKey = Infinity): Slots {
  const used = new Map<string, number>();
  const waiting = new Set<{ key: string; take: () => void }>();
  let free = total;
  const canTake = (key: string) => {
    const own = used.get(key) ?? 0;
    return free > 0 && own < mostOfKey && (own === 0 || own + 1 <= 1.5 * (free - 1));
  };
  const change = (key: string, by: 1 | -1) => {
    free -= by;
    const own = (used.get(key) ?? 0) + by;
    if (own > 0) used.set(key, own);
    else used.delete(key);
  };
  const release = (key: string) => {
    change(key, -1);
    for (const { key: next, take } of waiting) if (canTake(next)) take();
  };

  return (key, signal) =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(wait);
        reject(new ApiError('service_unavailable', { cause: signal.reason }));
      };
      const take = () => {
        waiting.delete(wait);
        signal.removeEventListener('abort', giveUp);
        change(key, 1);
        resolve(() => release(key));
      };
      const wait = { key, take };
      if (signal.aborted) giveUp();
      else if (canTake(key)) take();
      else {
        waiting.add(wait);
        signal.addEventListener('abort', giveUp, { once: true });
      }
    });
}

/** Runs something while it holds a slot of the key. @throws ApiError `service_unavailable` */
export async function inSlot<T>(slots: Slots, key: string, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  const release = await slots(key, signal);
  try {
    return await run();
  } finally {
    release();
  }
}
