import type { Tier } from './tiers.ts';

export type Allowance = { tier: Tier; remaining: number; resetMs: number; exceeded: boolean };

/** @param count requests in the window, this one included */
export function allowanceOf(tier: Tier, count: number, resetMs: number): Allowance {
  return { tier, remaining: Math.max(0, tier.limit - count), resetMs, exceeded: count > tier.limit };
}

/** The RateLimit headers of a response, and Retry-After where a tier is exceeded. Seconds are rounded up. */
export function rateLimitHeaders(allowances: Allowance[]): Record<string, string> {
  // An exceeded tier first, then the lowest remaining, then the longer reset.
  const [shown] = allowances.toSorted(
    (a, b) => Number(b.exceeded) - Number(a.exceeded) || a.remaining - b.remaining || b.resetMs - a.resetMs,
  );
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
