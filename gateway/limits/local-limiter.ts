import type { Allowance, RateLimiter, Tier } from './limiter.ts';
import { createWindows } from './windows.ts';
import type { Windows } from './windows.ts';

/** Counts in this process alone. */
export function createLocalLimiter(windows = createWindows()): RateLimiter {
  return { charge: async (tiers, key) => chargeAlone(windows, tiers, key) };
}

/** Charges fixed windows of this process, each begun by its key's first request. */
export function chargeAlone(windows: Windows, tiers: Tier[], key: string): Allowance[] {
  const allowances: Allowance[] = [];
  for (const tier of tiers) {
    const at = windows.now();
    const window =
      windows.find(tier, key) ?? windows.begin(tier, key, { count: 0, endsAt: at + tier.windowSeconds * 1_000 });
    const exceeded = window.count >= tier.limit;
    if (!exceeded) window.count += 1;
    const remaining = Math.max(0, tier.limit - window.count);
    allowances.push({ tier, remaining, resetMs: window.endsAt - at, exceeded });
    if (exceeded) break;
  }
  return allowances;
}
