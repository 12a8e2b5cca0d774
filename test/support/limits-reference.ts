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
