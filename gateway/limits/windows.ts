import { LRUCache } from 'lru-cache';
import type { Tier } from './limiter.ts';

type Window = {
  /** Requests that were let pass. */
  count: number;
  /** By the clock of this process, in milliseconds. */
  endsAt: number;
  /** The same by Redis' clock, where Redis counts the window too. */
  sharedEndsAt?: number;
};

export type Windows = {
  now: () => number;
  /** The window that a key is in now. */
  find: (tier: Tier, key: string) => Window | undefined;
  begin: (tier: Tier, key: string, window: Window) => Window;
};

/**
 * The windows that this process knows, by tier and key.
 * @param now monotonic clock, in whole milliseconds: a fraction would round a reset up by a second
 * @param maxKeys a tier's bound; beyond it the window that began first is forgotten
 */
export function createWindows({ now = () => Math.floor(performance.now()), maxKeys = 100_000 } = {}): Windows {
  // By size: `max` would set all of the memory aside, which takes ten milliseconds of the first request.
  const bound = { maxSize: maxKeys, sizeCalculation: () => 1 };
  const windowsOf = new Map<string, LRUCache<string, Window>>();
  return {
    now,
    find: (tier, key) => {
      // No use that counts: the order stays that in which they began.
      const window = windowsOf.get(tier.name)?.peek(key);
      return window && window.endsAt > now() ? window : undefined;
    },
    begin: (tier, key, window) => {
      const windows = windowsOf.get(tier.name) ?? new LRUCache<string, Window>(bound);
      windowsOf.set(tier.name, windows);
      windows.set(key, window);
      return window;
    },
  };
}
