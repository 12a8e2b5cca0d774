export type Tier = {
  name: string;
  /** What is counted: requests of one address, or with one client id in their body. */
  key: 'ip' | 'clientId';
  /** Requests a window. */
  limit: number;
  windowSeconds: number;
  /** "METHOD /path" of the requests it counts; all of them when absent. */
  routes?: string[] | undefined;
};

/** Where one key stands in one tier after a request. */
export type Allowance = { tier: Tier; remaining: number; resetMs: number; exceeded: boolean };

export type RateLimiter = {
  /** Charges the tiers in their order, up to the first that is exceeded. */
  charge: (tiers: Tier[], key: string) => Allowance[];
};

/**
 * Counts in this process, in fixed windows that a key's first request begins.
 * @param now monotonic clock, in whole milliseconds: a fraction would round a reset up by a second
 * @param maxKeys a tier's bound; beyond it the window that began first is forgotten
 */
export function createRateLimiter({ now = () => Math.floor(performance.now()), maxKeys = 100_000 } = {}): RateLimiter {
  const windowsOf = new Map<Tier, Map<string, Window>>();

  const chargeTier = (tier: Tier, key: string): Allowance => {
    const at = now();
    const windows = windowsOf.get(tier) ?? new Map<string, Window>();
    windowsOf.set(tier, windows);
    let window = windows.get(key);
    if (!window || window.endsAt <= at) {
      // A map keeps the order of insertion, and all windows of a tier are equally long: the first end first.
      windows.delete(key);
      for (const [other, { endsAt }] of windows) {
        if (endsAt > at && windows.size < maxKeys) break;
        windows.delete(other);
      }
      window = { count: 0, endsAt: at + tier.windowSeconds * 1_000 };
      windows.set(key, window);
    }
    const exceeded = window.count >= tier.limit;
    if (!exceeded) window.count += 1;
    return { tier, remaining: tier.limit - window.count, resetMs: window.endsAt - at, exceeded };
  };

  return {
    charge: (tiers, key) => {
      const allowances: Allowance[] = [];
      for (const tier of tiers) {
        const allowance = chargeTier(tier, key);
        allowances.push(allowance);
        if (allowance.exceeded) break;
      }
      return allowances;
    },
  };
}

type Window = { count: number; endsAt: number };

/** The tier that the headers show: an exceeded one first, then the lowest remaining, then the longer reset. */
function tightest(allowances: Allowance[]): Allowance | undefined {
  return allowances.toSorted(
    (a, b) => Number(b.exceeded) - Number(a.exceeded) || a.remaining - b.remaining || b.resetMs - a.resetMs,
  )[0];
}

/** The RateLimit headers of a response, and Retry-After where a tier is exceeded. Seconds are rounded up. */
export function rateLimitHeaders(allowances: Allowance[]): Record<string, string> {
  const shown = tightest(allowances);
  if (!shown) return {};
  const { tier, remaining, resetMs, exceeded } = shown;
  const resetSeconds = String(Math.max(1, Math.ceil(resetMs / 1_000)));
  return {
    'RateLimit-Limit': String(tier.limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': resetSeconds,
    'RateLimit-Policy': `${tier.limit};w=${tier.windowSeconds}`,
    ...(exceeded && { 'Retry-After': resetSeconds }),
  };
}
