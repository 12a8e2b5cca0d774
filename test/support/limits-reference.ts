import fc from 'fast-check';
import type { Allowance } from '../../gateway/limits/allowance.ts';
import type { Tier } from '../../gateway/limits/tiers.ts';

export type Charge = { tier: Tier; key: string; at: number };

/** A limiter's answer, from all that was ever charged, which it adds to. */
export function expectedLimits(past: Charge[], tiers: Tier[], key: string, at: number): Allowance[] {
  const answer: Allowance[] = [];
  for (const tier of tiers) {
    past.push({ tier, key, at });
    let [endsAt, admitted, exceeded] = [-Infinity, 0, false];
    for (const charge of past.filter((charge) => charge.tier === tier && charge.key === key)) {
      if (charge.at >= endsAt) [endsAt, admitted] = [charge.at + tier.windowSeconds * 1_000, 0];
      exceeded = admitted === tier.limit;
      if (!exceeded) admitted += 1;
    }
    answer.push({ tier, remaining: tier.limit - admitted, resetMs: endsAt - at, exceeded });
    if (exceeded) break;
  }
  return answer;
}

/** The headers of such an answer. */
export function expectedHeaders(allowances: Allowance[]): Record<string, string> {
  const exceeded = allowances.filter((allowance) => allowance.exceeded);
  const worst = exceeded.length > 0 ? exceeded : allowances;
  const remaining = Math.min(...worst.map((allowance) => allowance.remaining));
  const lowest = worst.filter((allowance) => allowance.remaining === remaining);
  const resetMs = Math.max(...lowest.map((allowance) => allowance.resetMs));
  const shown = lowest.find((allowance) => allowance.resetMs === resetMs);
  if (!shown) return {};
  const { limit, windowSeconds } = shown.tier;
  return {
    'RateLimit-Limit': `${limit}`,
    'RateLimit-Remaining': `${remaining}`,
    'RateLimit-Reset': `${Math.ceil(resetMs / 1_000)}`,
    'RateLimit-Policy': `${limit};w=${windowSeconds}`,
    ...(exceeded.length > 0 && { 'Retry-After': `${Math.ceil(resetMs / 1_000)}` }),
  };
}

export const anyTiers = (windowSeconds: number[]) =>
  fc
    .array(fc.record({ limit: fc.integer({ min: 1, max: 4 }), windowSeconds: fc.constantFrom(...windowSeconds) }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((tiers) => tiers.map((tier, index) => tierOf({ ...tier, name: `tier-${index}` })));
// The first tier applies to every request, as that of the address does: a gateway refuses by itself what exceeds it.
export const skippedTiers = fc.subarray([1, 2]);

export function tierOf(settings: Partial<Tier>): Tier {
  return { name: 'tier', key: 'ip', limit: 1, windowSeconds: 60, ...settings };
}
