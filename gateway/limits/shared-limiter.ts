import type { Cluster, Redis } from 'ioredis';
import type { Logger } from '../../runtime/logger.ts';
import { createBreaker } from './breaker.ts';
import { chargeScript } from './charge-script.ts';
import type { Charged } from './charge-script.ts';
import type { LimitCounts } from './counts.ts';
import { tightest } from './headers.ts';
import type { Allowance, RateLimiter, Tier } from './limiter.ts';
import { chargeAlone } from './local-limiter.ts';
import { createWindows } from './windows.ts';
import type { Windows } from './windows.ts';

export type SharedLimiterParts = {
  redis: Redis | Cluster;
  /** Gateways among which the limits are divided while each counts alone. */
  replicas: number;
  counts: LimitCounts;
  log: Logger;
  windows?: Windows;
};

/**
 * Counts in Redis, together with all gateways that use it; alone, and a share of each limit, while Redis doesn't answer.
 * What this gateway lets pass it remembers besides, so that its limits hold when Redis goes and when it comes back empty.
 */
export function createSharedLimiter({
  redis,
  replicas,
  counts,
  log,
  windows = createWindows(),
}: SharedLimiterParts): RateLimiter {
  const breaker = createBreaker({
    onOpen: (err) => {
      counts.isAlone = true;
      log.warn({ err, replicas }, 'Redis does not answer: this gateway counts its limits alone');
    },
    onClose: () => {
      counts.isAlone = false;
      log.info('Redis answers: the gateways count their limits together again');
    },
  });
  const shareOf = (tier: Tier): Tier => ({ ...tier, limit: Math.max(1, Math.floor(tier.limit / replicas)) });

  return {
    charge: async (tiers, key, patienceMs) => {
      const [first] = tiers;
      if (!first) return [];
      const at = windows.now();
      const known = windows.find(first, key);
      if (known && known.count >= first.limit) {
        return [{ tier: first, remaining: 0, resetMs: known.endsAt - at, exceeded: true }];
      }
      const charged = await breaker.ask(() => chargeScript(redis, tiers, key), patienceMs);
      if (charged) return settle(windows, tiers, key, charged, at);
      counts.countedAlone += 1;
      return chargeAlone(windows, tiers.map(shareOf), key);
    },
  };
}

/** What Redis answered to a question of `askedAt`, remembered, and held against what is known of the same key here. */
function settle(windows: Windows, tiers: Tier[], key: string, charged: Charged, askedAt: number): Allowance[] {
  const allowances: Allowance[] = [];
  for (const [index, { count, endsAt, exceeded }] of charged.windows.entries()) {
    const tier = tiers[index];
    if (!tier) break;
    const resetMs = endsAt - charged.now;
    let allowance = { tier, remaining: tier.limit - count, resetMs, exceeded };
    const known = windows.find(tier, key);
    if (known?.sharedEndsAt === endsAt) {
      known.count = exceeded ? tier.limit : known.count + 1;
    } else if (known && (known.sharedEndsAt ?? Infinity) > charged.now) {
      // Redis has lost this window, or was away when it began. It holds to its end, beside the one in Redis.
      const [own] = chargeAlone(windows, [tier], key);
      allowance = tightest([allowance, ...(own ? [own] : [])]) ?? allowance;
    } else {
      // From the time of asking, so that it never ends later here than in Redis.
      windows.begin(tier, key, {
        count: exceeded ? tier.limit : 1,
        endsAt: askedAt + resetMs,
        sharedEndsAt: endsAt,
      });
    }
    allowances.push(allowance);
    if (allowance.exceeded) break;
  }
  return allowances;
}
