import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import request from 'supertest';
import type { Allowance } from '../../../gateway/limits/allowance.ts';
import { createLimiter } from '../../../gateway/limits/limiter.ts';
import { anyTiers, expectedLimits, skippedTiers, tierOf } from '../../support/limits-reference.ts';
import type { Charge } from '../../support/limits-reference.ts';
import { startGateway } from '../../support/programs/gateway.ts';
import type { Gateway } from '../../support/programs/gateway.ts';
import { callRedis, startRedis } from '../../support/redis/redis.ts';
import type { RedisServer } from '../../support/redis/redis.ts';
import { scrape } from '../../support/network/scrape.ts';
import { until } from '../../support/until.ts';
import { timesheetsPath } from '../../support/fixtures.ts';
import { startRelay } from '../../support/network/relay.ts';

const redis = await startRedis();
const gateways = await startGateways({ RATE_LIMIT_IP: '20' });
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await redis.stop();
});
beforeEach(() => untilShared());

it('Gateways share exact counts, however many requests come at once', () =>
  whileRedisAnswers(async (network) => {
    const responses = await Promise.all(Array.from({ length: 60 }, (_, index) => sendRequest(`${network}.0.1`, index)));
    const passed = responses.filter(({ status }) => status === 404);
    const refused = responses.filter(({ status }) => status === 429);
    expect([passed.length, refused.length]).toEqual([20, 40]);
    const remaining = passed.map(({ headers }) => Number(headers['ratelimit-remaining']));
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    for (const { headers } of refused) {
      expect(headers).toMatchObject({
        'ratelimit-limit': '20',
        'ratelimit-remaining': '0',
        'ratelimit-policy': '20;w=60',
      });
      expect(headers['retry-after']).toBe(headers['ratelimit-reset']);
    }
  }));

it('A gateway does not query Redis for an address that is over its limit', () =>
  whileRedisAnswers(async (network) => {
    for (let index = 0; index < 22; index += 1) await sendRequest(`${network}.3.1`, index);
    const before = await scriptCalls();
    for (let index = 0; index < 40; index += 1) expect((await sendRequest(`${network}.3.1`, index)).status).toBe(429);
    expect(await scriptCalls()).toBe(before);
  }));

it('A gateway queries Redis once for all tiers of an address', () =>
  whileRedisAnswers(async (network) => {
    const before = await scriptCalls();
    await request(gateways[0]?.url ?? '')
      .post('/auth/token')
      .set('X-Forwarded-For', `${network}.4.1`)
      .expect(400);
    expect(await scriptCalls()).toBe(before + 1);
  }));

it.each([
  ['a number without expiry', 'set', ['20']],
  ['a number that expires after the longest window', 'set', ['20', 'PX', 3_600_000]],
  ['a text', 'set', ['twenty', 'PX', 1_000]],
  ['a list', 'lpush', ['a', 'b']],
])('A gateway begins a window where the key holds %s', (_, command, args) =>
  whileRedisAnswers(async () => {
    const address = `10.1.5.${(requestCount += 1) & 255}`;
    const key = `limit:{ip:${address}}:ip`;
    await callRedis(redis.port, command, key, ...args);
    expect((await sendRequest(address)).headers).toMatchObject({
      'ratelimit-remaining': '19',
      'ratelimit-reset': '60',
    });
    expect(await callRedis(redis.port, 'get', key)).toBe('1');
    expect(Number(await callRedis(redis.port, 'pttl', key))).toBeGreaterThan(0);
  }),
);

it('A gateway queries a Redis that hangs once for a key in its window', async () => {
  const before = await redisFailures();
  redis.pause();
  try {
    for (let index = 0; index < 20; index += 1) expect((await sendRequest('10.1.6.1', index)).status).toBe(404);
    // The first at each gateway waits, the others send no query.
    expect(await redisFailures()).toBe(before + 2);
  } finally {
    redis.resume();
  }
  await untilShared();
  for (const gateway of gateways) {
    const lines = (text: string) => gateway.logs().filter((line) => line.includes(text)).length;
    const [failures, ends] = [() => lines('Redis fails, counting locally'), () => lines('counting in Redis again')];
    await until('each failure is logged, and its end', () => failures() > 0 && failures() === ends());
  }
});

it('At most one limit by Redis and one by the shares of the gateways pass when Redis fails within a window', async () => {
  const hourly = { name: 'hourly', key: 'ip', limit: 100, windowSeconds: 3_600, routes: [`GET ${timesheetsPath}`] };
  const tiers = { RATE_LIMIT_TIERS: JSON.stringify([hourly]), RATE_LIMIT_IP: '1000000' };
  const pair = await startGateways({ ...tiers, RATE_LIMIT_REPLICAS: '2' });
  let passed = [0, 0];
  let address = '';
  const statuses = new Set<number>();
  const requestEach = async () => {
    for (const [index, { url }] of pair.entries()) {
      const { status } = await request(url).get(timesheetsPath).set('X-Forwarded-For', address);
      statuses.add(status);
      if (status === 401) passed[index] = (passed[index] ?? 0) + 1;
    }
  };
  await untilShared(pair);
  await whileRedisAnswers(async (network) => {
    const before = await redisFailures(pair);
    [passed, address] = [[0, 0], `${network}.7.1`];
    for (let times = 0; times < 20; times += 1) await requestEach();
    expect([passed, await redisFailures(pair)]).toEqual([[20, 20], before]);
  }, pair);
  await redis.stop();
  // Each gateway uses up its share.
  for (let times = 0; times < 60; times += 1) await requestEach();
  expect(passed).toEqual([70, 70]);
  await redis.start();
  await untilShared(pair);
  for (let times = 0; times < 20; times += 1) await requestEach();
  expect(passed).toEqual([70, 70]);
  expect([...statuses].sort()).toEqual([401, 429]);
  await Promise.all(pair.map((gateway) => gateway.stop()));
  await untilShared();
});

it('Each limit is divided by RATE_LIMIT_REPLICAS while Redis is unavailable, down to one request', async () => {
  const settings = { REDIS_URL: 'redis://127.0.0.1:1', TRUST_PROXY: '127.0.0.1', RATE_LIMIT_REPLICAS: '4' };
  const gateway = await startGateway({ ...settings, RATE_LIMIT_IP: '23', RATE_LIMIT_TOKEN_IP: '3' });
  const sendRequest = (address: string) => request(gateway.url).get('/nowhere').set('X-Forwarded-For', address);
  const statuses = [];
  for (let index = 0; index < 7; index += 1) statuses.push((await sendRequest('10.7.0.1')).status);
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429]);
  expect((await sendRequest('10.7.0.2')).headers).toMatchObject({
    'ratelimit-limit': '5',
    'ratelimit-remaining': '4',
    'ratelimit-policy': '5;w=60',
  });
  const token = () => request(gateway.url).post('/auth/token').set('X-Forwarded-For', '10.7.0.3').send({});
  expect([(await token()).status, (await token()).status]).toEqual([400, 429]);
  await gateway.stop();
});

it('The gateway answers while Redis is out of memory, or read-only', async () => {
  for (const [fail, heal] of [
    ['config set maxmemory 1', 'config set maxmemory 0'],
    ['replicaof 127.0.0.1 1', 'replicaof no one'],
    ['script flush', 'script flush'],
  ] as const) {
    await callRedis(redis.port, ...commandOf(fail));
    for (let index = 0; index < 10; index += 1) expect((await sendRequest(`10.1.8.${index}`, index)).status).toBe(404);
    await callRedis(redis.port, ...commandOf(heal));
    await untilShared();
  }
});

it('Gateways share counts by a Redis without INFO, as behind Envoy, over connections that stay', async () => {
  const limited = await startRedis({ 'rename-command': 'INFO none' });
  const two = await startGateways({ RATE_LIMIT_IP: '20', REDIS_URL: limited.url });
  await until('all count in Redis', async () => {
    const scrapes = await Promise.all(two.map(({ internal }) => scrape(internal())));
    await Promise.all(two.map(({ url }) => request(url).get('/nowhere')));
    return scrapes.every((scraped) => scraped.get('client_reporting_rate_limiter_degraded') === 0);
  });
  const connections = async () => Number(await callRedis(limited.port, 'client', 'id'));
  const before = await connections();
  await sleep(2_000);
  expect(await connections()).toBeLessThan(before + 4);
  await Promise.all(two.map((gateway) => gateway.stop()));
  await limited.stop();
});

it('The gateway counts at the new master after a failover', async () => {
  const [old, next] = [await startRedis(), await startRedis()];
  const door = await startRelay(old.port);
  const gateway = await startGateway({ REDIS_URL: `redis://${door.address}`, TRUST_PROXY: '127.0.0.1' });
  const countsAt = async (server: RedisServer) => {
    await request(gateway.url)
      .get('/nowhere')
      .set('X-Forwarded-For', `10.8.0.${(requestCount += 1) & 255}`);
    return Number(await callRedis(server.port, 'dbsize')) > 0;
  };
  await until('the master has counts', () => countsAt(old));
  door.redirect(next.port);
  await callRedis(old.port, 'replicaof', '127.0.0.1', '1');
  await until('the new master has counts', () => countsAt(next), 5_000);
  await gateway.stop();
  await door.stop();
  await Promise.all([old.stop(), next.stop()]);
});

describe('limiters that count in Redis', () => {
  let client: Redis;
  beforeAll(() => {
    client = new Redis(redis.port, '127.0.0.1');
  });
  afterAll(() => client.disconnect());

  it('Limiters in Redis count as a plain reference does, for any tiers, keys and gateways', async () => {
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

  it('Limiters in Redis begin a window when the last one ended, at the gateway that refused and at the other', async () => {
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
    return createLimiter({ redis: client, replicas: 1, log: pino({ level: 'silent' }), metrics: new Registry() });
  }

  function withoutTimes(allowances: Allowance[]) {
    return allowances.map(({ tier, remaining, exceeded }) => ({ tier, remaining, exceeded }));
  }
});

const commandOf = (text: string) => text.split(' ') as [string, ...string[]];

let requestCount = 0;

async function startGateways(settings: Record<string, string>): Promise<Gateway[]> {
  const all = { REDIS_URL: redis.url, TRUST_PROXY: '127.0.0.1', INTERNAL_PORT: '0', ...settings };
  return Promise.all([startGateway(all), startGateway(all)]);
}

async function sendRequest(address: string, gateway = 0, among = gateways) {
  return request(among[gateway % 2]?.url ?? '')
    .get('/nowhere')
    .set('X-Forwarded-For', address);
}

/**
 * Counts are exact while Redis answers within 50 ms, which a busy machine may prevent: what was counted meanwhile is counted again, for
 * addresses of another network.
 */
async function whileRedisAnswers(count: (network: string) => Promise<void>, among = gateways): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await redisFailures(among);
    try {
      await count(`10.${100 + attempt}`);
      return;
    } catch (error) {
      if (attempt === 9 || (await redisFailures(among)) === before) throw error;
    }
    await untilShared(among);
  }
}

async function redisFailures(among = gateways): Promise<number> {
  const scraped = await Promise.all(among.map((gateway) => scrape(gateway.internal())));
  return scraped.reduce((sum, of) => sum + (of.get('client_reporting_rate_limit_redis_failures_total') ?? 0), 0);
}

/** Waits until the gateways count an address together. */
async function untilShared(pair = gateways): Promise<void> {
  await until('the gateways share their counts', async () => {
    const address = `10.2.${(requestCount += 1) >> 8}.${requestCount & 255}`;
    const [first, second] = [await sendRequest(address, 0, pair), await sendRequest(address, 1, pair)];
    return Number(first.headers['ratelimit-remaining']) === Number(second.headers['ratelimit-remaining']) + 1;
  });
}

async function scriptCalls(): Promise<number> {
  const stats = String(await callRedis(redis.port, 'info', 'commandstats'));
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1]);
}
