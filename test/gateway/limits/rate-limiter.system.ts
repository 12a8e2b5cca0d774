import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Allowance } from '../../../gateway/limits/allowance.ts';
import { createLimiter } from '../../../gateway/limits/limiter.ts';
import { anyTiers, expectedLimits, skippedTiers, tierOf } from '../../support/limits-reference.ts';
import type { Charge } from '../../support/limits-reference.ts';
import { startRedis } from '../../support/redis/redis.ts';
import type { RedisServer } from '../../support/redis/redis.ts';
import { until } from '../../support/until.ts';

describe('gateways that count in Redis', () => {
  let server: RedisServer;
  let redis: Redis;

  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.port, '127.0.0.1');
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('count as a plain reference does, for any tiers, keys and gateways', async () => {
    const requests = fc.array(fc.record({ gateway: fc.nat(1), key: fc.constantFrom('a', 'b', '{c}'), skippedTiers }), {
      maxLength: 30,
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(anyTiers([60, 3_600]), requests, async (tiers, requests) => {
        run += 1;
        const past: Charge[] = [];
        const gateways = [limiter(), limiter()];
        for (const { gateway, key, skippedTiers } of requests) {
          const applying = tiers.filter((_, index) => !skippedTiers.includes(index));
          const expected = expectedLimits(past, applying, `${run} ${key}`, 0);
          const answered = (await gateways[gateway]?.(applying, `${run} ${key}`, 20_000)) ?? [];
          expect(withoutTimes(answered)).toEqual(withoutTimes(expected));
          for (const { tier, resetMs } of answered) {
            expect(resetMs).toBeGreaterThan(0);
            expect(resetMs).toBeLessThanOrEqual(tier.windowSeconds * 1_000);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('begin a window when the last one ended, at the gateway that refused and at the other', async () => {
    const tier = tierOf({ windowSeconds: 1 });
    const [one, other] = [limiter(), limiter()];
    const charge = async (gateway: typeof one) => {
      const [allowance] = await gateway([tier], 'short', 20_000);
      return { exceeded: allowance?.exceeded, end: () => sleep((allowance?.resetMs ?? 0) + 20) };
    };
    let last = await charge(one);
    expect(last.exceeded).toBe(false);
    // A busy machine may take a window for one of them.
    await until('a refusal', async () => (last = await charge(one)).exceeded === true);
    await last.end();
    const next = await charge(one);
    expect(next.exceeded).toBe(false);
    await next.end();
    expect((await charge(other)).exceeded).toBe(false);
  });

  function limiter() {
    return createLimiter({ redis, replicas: 1, log: pino({ level: 'silent' }), metrics: new Registry() });
  }

  function withoutTimes(allowances: Allowance[]) {
    return allowances.map(({ tier, remaining, exceeded }) => ({ tier, remaining, exceeded }));
  }
});
