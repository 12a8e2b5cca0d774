import type { Allowance } from './limiter.ts';

/** What the limits have done since the start, for metrics. */
export type LimitCounts = {
  /** Requests by name of the tier. Of those allowed, `nearLimit` are those that left a tenth of the limit or less. */
  tiers: Map<string, { allowed: number; nearLimit: number; refused: number }>;
  /** How often this gateway counted alone because Redis did not answer in time. */
  countedAlone: number;
  /** Whether Redis is set but not relied on now. */
  isAlone: boolean;
};

export function createLimitCounts(): LimitCounts {
  return { tiers: new Map(), countedAlone: 0, isAlone: false };
}

export function countAllowances({ tiers }: LimitCounts, allowances: Allowance[]): void {
  for (const { tier, remaining, exceeded } of allowances) {
    const counts = tiers.get(tier.name) ?? { allowed: 0, nearLimit: 0, refused: 0 };
    tiers.set(tier.name, counts);
    if (exceeded) counts.refused += 1;
    else counts.allowed += 1;
    if (!exceeded && remaining * 10 <= tier.limit) counts.nearLimit += 1;
  }
}
