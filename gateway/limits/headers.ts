import type { Allowance } from './limiter.ts';

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

/** The tier that the headers show: an exceeded one first, then the lowest remaining, then the longer reset. */
export function tightest(allowances: Allowance[]): Allowance | undefined {
  return allowances.toSorted(
    (a, b) => Number(b.exceeded) - Number(a.exceeded) || a.remaining - b.remaining || b.resetMs - a.resetMs,
  )[0];
}
