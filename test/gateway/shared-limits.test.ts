import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { startGateway } from '../support/gateway.ts';
import type { Gateway } from '../support/gateway.ts';
import { askRedis, startRedis } from '../support/redis.ts';
import type { RedisServer } from '../support/redis.ts';
import { until } from '../support/until.ts';

let redis: RedisServer;
let gateways: Gateway[];

beforeAll(async () => {
  redis = await startRedis();
  const settings = { REDIS_URL: redis.url, TRUST_PROXY: '127.0.0.1', RATE_LIMIT_IP: '20' };
  gateways = await Promise.all([startGateway(settings), startGateway(settings)]);
});
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await redis.stop();
});
beforeEach(() => untilShared());

it('shares exact counts between gateways, however many requests come at once', async () => {
  const responses = await Promise.all(Array.from({ length: 60 }, (_, index) => ask('10.1.0.1', index)));
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
});

it('shares the limits of POST /auth/token, by address and by clientId', async () => {
  const token = (address: string, clientId: string, index: number) =>
    request(gateways[index % 2]?.url ?? '')
      .post('/auth/token')
      .set('X-Forwarded-For', address)
      .send({ clientId, clientSecret: 'a secret' });
  const byAddress = [];
  for (const index of [0, 1, 2, 3, 4, 5, 6]) byAddress.push(await token('10.1.1.1', `client {${index}}`, index));
  // No service is there to answer those that pass.
  expect(byAddress.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 429, 429]);
  expect(byAddress.map(({ headers }) => headers['ratelimit-limit'])).toEqual(Array(7).fill('5'));
  const byClient = [];
  for (const index of [0, 1, 2, 3, 4, 5, 6]) byClient.push(await token(`10.1.2.${index}`, 'one {client}', index));
  expect(byClient.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 429, 429]);
});

it('does not ask Redis about an address that is over its limit', async () => {
  for (let index = 0; index < 22; index += 1) await ask('10.1.3.1', index);
  const before = await scriptCalls();
  for (let index = 0; index < 40; index += 1) expect((await ask('10.1.3.1', index)).status).toBe(429);
  expect(await scriptCalls()).toBe(before);
});

it('asks Redis once for all tiers of an address', async () => {
  const before = await scriptCalls();
  await request(gateways[0]?.url ?? '')
    .post('/auth/token')
    .set('X-Forwarded-For', '10.1.4.1')
    .expect(400);
  expect(await scriptCalls()).toBe(before + 1);
});

it('heals a key without expiry', async () => {
  const key = 'limit:{ip:10.1.5.1}:ip';
  await ask('10.1.5.1');
  await askRedis(redis.port, 'persist', key);
  expect((await ask('10.1.5.1')).headers['ratelimit-remaining']).toBe('18');
  expect(Number(await askRedis(redis.port, 'pttl', key))).toBeGreaterThan(0);
});

it.each([
  ['a plain number', 'set', ['20']],
  ['a window that ends later than it can', 'set', [`20 ${Date.now() + 3_600_000}`]],
  ['a window that has ended, but not expired', 'set', [`20 ${Date.now() - 1}`]],
  ['a list', 'lpush', ['a', 'b']],
])('begins a window anew where the key holds %s', async (_, command, args) => {
  const address = `10.1.5.${(asked += 1) & 255}`;
  const key = `limit:{ip:${address}}:ip`;
  await askRedis(redis.port, command, key, ...args);
  expect((await ask(address)).headers).toMatchObject({ 'ratelimit-remaining': '19', 'ratelimit-reset': '60' });
  expect(await askRedis(redis.port, 'get', key)).toMatch(/^1 \d{13}$/);
  expect(Number(await askRedis(redis.port, 'pttl', key))).toBeGreaterThan(0);
});

it('lets no request wait for a Redis that hangs, and comes back by itself', async () => {
  redis.pause();
  try {
    const waits: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const startedAt = performance.now();
      expect((await ask('10.1.6.1', index)).status).toBe(404);
      waits.push(performance.now() - startedAt);
    }
    // Three at each gateway wait 45 ms, the others for nothing but a probe a second.
    waits.sort((a, b) => a - b);
    expect(waits[10]).toBeLessThan(45);
    for (const gateway of gateways)
      expect(gateway.logs().filter((line) => line.includes('counts its limits alone'))).toHaveLength(1);
  } finally {
    redis.resume();
  }
  await untilShared();
  for (const gateway of gateways) {
    const backs = () => gateway.logs().filter((line) => line.includes('together again'));
    await until('it has said so', () => backs().length > 0);
    expect(backs()).toHaveLength(1);
  }
});

it('answers no 5xx and holds its limits while Redis is killed and started again, under load', async () => {
  const counts = gateways.map(() => ({ passed: 0, statuses: new Set<number>() }));
  let over = false;
  const load = counts.flatMap((count, index) =>
    Array.from({ length: 4 }, async () => {
      while (!over) {
        const { status } = await ask('10.1.7.1', index);
        count.statuses.add(status);
        if (status === 404) count.passed += 1;
      }
    }),
  );
  const startedAt = performance.now();
  await sleep(100);
  await redis.stop();
  await sleep(1_500);
  await redis.start();
  await untilShared();
  over = true;
  await Promise.all(load);
  const windows = Math.ceil((performance.now() - startedAt) / 60_000);
  for (const { passed, statuses } of counts) {
    expect([...statuses].sort()).toEqual([404, 429]);
    expect(passed).toBeLessThanOrEqual(20 * windows);
  }
});

it('answers while Redis is out of memory, or only reads', async () => {
  for (const [fail, heal] of [
    [
      ['config', 'set', 'maxmemory', '1'],
      ['config', 'set', 'maxmemory', '0'],
    ],
    [
      ['replicaof', '127.0.0.1', '1'],
      ['replicaof', 'no', 'one'],
    ],
    [
      ['script', 'flush'],
      ['script', 'flush'],
    ],
  ] as [[string, ...string[]], [string, ...string[]]][]) {
    await askRedis(redis.port, ...fail);
    for (let index = 0; index < 10; index += 1) expect((await ask(`10.1.8.${index}`, index)).status).toBe(404);
    await askRedis(redis.port, ...heal);
    await untilShared();
  }
});

let asked = 0;

async function ask(address: string, gateway = 0) {
  return request(gateways[gateway % gateways.length]?.url ?? '')
    .get('/nowhere')
    .set('X-Forwarded-For', address);
}

/** Waits until the gateways count an address together. */
async function untilShared(): Promise<void> {
  await until('the gateways share their counts', async () => {
    const address = `10.2.${(asked += 1) >> 8}.${asked & 255}`;
    await ask(address, 0);
    return (await ask(address, 1)).headers['ratelimit-remaining'] === '18';
  });
}

async function scriptCalls(): Promise<number> {
  const stats = String(await askRedis(redis.port, 'info', 'commandstats'));
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1]);
}
