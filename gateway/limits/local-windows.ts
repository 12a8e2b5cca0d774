import { LRUCache } from 'lru-cache';
import { allowanceOf } from './allowance.ts';
import type { Allowance } from './allowance.ts';
import type { Tier } from './tiers.ts';

/** Windows of a tier; beyond it the oldest is dropped. */
const maxKeys = 100_000;

type Window = { limit: number; count: number; endsAt: number };

/**
 * Fixed windows in the memory of this process, each begun by its key's first request.
 * @param replicas processes that each limit is divided among
 * @param now monotonic clock, in whole milliseconds: a fraction would round a reset up by a second
 */
export function createLocalWindows({ replicas = 1, now = () => Math.floor(performance.now()) } = {}) {
  const windowsOf = new Map<string, LRUCache<string, Window>>();
  // `peek`, so that the order stays that in which the windows began.
  const find = (tier: Tier, key: string, at: number) => {
    const window = windowsOf.get(tier.name)?.peek(key);
    return window && window.endsAt > at ? window : undefined;
  };
  const begin = (tier: Tier, key: string, window: Window) => {
    // `max` instead of `maxSize` would allocate all of its memory with the first request.
    const windows = windowsOf.get(tier.name) ?? new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 });
    windowsOf.set(tier.name, windows.set(key, window));
    return window;
  };
  return {
    now,
    has: (tier: Tier, key: string): boolean => find(tier, key, now()) !== undefined,
    /** Refuses all further requests of a key in a tier until then. */
    fill: (tier: Tier, key: string, endsAt: number): void => {
      begin(tier, key, { limit: tier.limit, count: tier.limit, endsAt });
    },
    charge: (tiers: Tier[], key: string): Allowance[] => {
      const at = now();
      const allowances: Allowance[] = [];
      for (const tier of tiers) {
        const limit = Math.max(1, Math.floor(tier.limit / replicas));
        const window =
          find(tier, key, at) ?? begin(tier, key, { limit, count: 0, endsAt: at + tier.windowSeconds * 1_000 });
        window.count += 1;
        const allowance = allowanceOf({ ...tier, limit: window.limit }, window.count, window.endsAt - at);
        allowances.push(allowance);
        if (allowance.exceeded) break;
      }
      return allowances;
    },
  };
}
