import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createLimitCounts } from '../../gateway/limits/counts.ts';
import { rateLimitHeaders } from '../../gateway/limits/headers.ts';
import type { Allowance, Tier } from '../../gateway/limits/limiter.ts';
import { createSharedLimiter } from '../../gateway/limits/shared-limiter.ts';
import { reckonHeaders, reckonLimits } from '../support/limits-reckoning.ts';
import type { Charge } from '../support/limits-reckoning.ts';
import { startRedis } from '../support/redis.ts';
import type { RedisServer } from '../support/redis.ts';

let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.port, '127.0.0.1');
  // Redis has the script from here on.
  await limiterOf(redis).charge([{ name: 'any', key: 'ip', limit: 1, windowSeconds: 1 }], 'any', 20_000);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

it('answers as a plain reckoning by the times of Redis does, for any tiers, keys, gateways and waits', async () => {
  const tiers = fc
    .array(fc.record({ limit: fc.integer({ min: 1, max: 4 }), windowSeconds: fc.constantFrom(0.05, 0.1, 0.2, 60) }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((tiers) => tiers.map((tier, index): Tier => ({ ...tier, name: `tier-${index}`, key: 'ip' })));
  const requests = fc.array(
    fc.record({
      gateway: fc.constantFrom(0, 1),
      key: fc.constantFrom('a', 'b', '{c}'),
      skippedTiers: fc.subarray([0, 1, 2]),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const steps = fc.array(fc.record({ waitMs: fc.constantFrom(0, 0, 0, 10, 49, 50, 51, 100, 200), requests }), {
    maxLength: 20,
  });
  const answered = { Redis: 0, memory: 0 };
  let run = 0;
  await fc.assert(
    fc.asyncProperty(tiers, steps, async (tiers, steps) => {
      run += 1;
      const past: Charge[] = [];
      const gateways = [gatewayOf(past), gatewayOf(past)];
      for (const { waitMs, requests } of steps) {
        await sleep(waitMs);
        const asked = requests.flatMap(({ gateway, key, skippedTiers }) => {
          const applying = tiers.filter((_, index) => !skippedTiers.includes(index));
          return applying.length > 0 ? (gateways[gateway]?.(applying, `${run} ${key}`) ?? []) : [];
        });
        for (const { allowances, expected, from } of await Promise.all(asked)) {
          answered[from] += 1;
          expect(allowances).toEqual(expected);
          expect(rateLimitHeaders(allowances)).toEqual(reckonHeaders(expected));
        }
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
  expect(Math.min(answered.Redis, answered.memory)).toBeGreaterThan(0);
}, 120_000);

/** A gateway's limiter, whose answers come with those of the reckoning, by the time that Redis told with its own. */
function gatewayOf(past: Charge[]) {
  let note: ((at: number) => void) | undefined;
  const noting = new Proxy(redis, {
    get: (client, name) => {
      if (name !== 'evalsha') return Reflect.get(client, name) as unknown;
      const noteThis = note;
      return async (...args: Parameters<Redis['evalsha']>) => {
        const reply = (await client.evalsha(...args)) as number[];
        noteThis?.(reply[0] ?? 0);
        return reply;
      };
    },
  });
  const limiter = limiterOf(noting);
  let slowestMs = 0;
  return async (tiers: Tier[], key: string) => {
    let expected: Allowance[] | undefined;
    note = (at) => (expected = reckonLimits(past, tiers, key, at));
    const askedAt = Date.now();
    const allowances = await limiter.charge(tiers, key, 20_000);
    const tookMs = Date.now() - askedAt;
    if (expected) {
      slowestMs = Math.max(slowestMs, tookMs);
      return { allowances, expected, from: 'Redis' as const };
    }
    const remembered = reckonRemembered(askedAt, slowestMs + tookMs, past, tiers, key, allowances);
    return { allowances, expected: remembered, from: 'memory' as const };
  };
}

/**
 * What the reckoning says of a time when Redis was not asked. A gateway remembers a window from when it asked, so its
 * end is early by as much as Redis took to answer, and the clocks of the two are read a moment apart.
 */
function reckonRemembered(
  at: number,
  earlyMs: number,
  past: Charge[],
  tiers: Tier[],
  key: string,
  answer: Allowance[],
) {
  const offsets = Array.from({ length: earlyMs + 5 }, (_, index) => index - 2);
  const answers = offsets.map((offset) => reckonLimits([...past], tiers, key, at + offset));
  const same = answers.find(([first]) => first?.exceeded && first.resetMs === answer[0]?.resetMs);
  return same ?? reckonLimits([...past], tiers, key, at);
}

function limiterOf(client: Redis) {
  return createSharedLimiter({
    redis: client,
    replicas: 1,
    counts: createLimitCounts(),
    log: pino({ level: 'silent' }),
  });
}
