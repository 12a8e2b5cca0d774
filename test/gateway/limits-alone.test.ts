import { afterAll, beforeAll, expect, it } from '@jest/globals';
import express from 'express';
import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import request from 'supertest';
import { createLimitCounts } from '../../gateway/limits/counts.ts';
import { createSharedLimiter } from '../../gateway/limits/shared-limiter.ts';
import { rateLimitTiers } from '../../gateway/limits/tiers.ts';
import { rateLimit } from '../../gateway/pipeline/rate-limit.ts';
import { startGateway } from '../support/gateway.ts';
import type { Gateway } from '../support/gateway.ts';
import { startRedis } from '../support/redis.ts';
import type { RedisServer } from '../support/redis.ts';
import { until } from '../support/until.ts';

/** What gateways do while Redis does not answer. */
let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

it('counts the share of each of RATE_LIMIT_REPLICAS gateways, and at least one request', async () => {
  const settings = { REDIS_URL: 'redis://127.0.0.1:1', TRUST_PROXY: '127.0.0.1', RATE_LIMIT_REPLICAS: '4' };
  const gateway = await startGateway({ ...settings, RATE_LIMIT_IP: '23', RATE_LIMIT_TOKEN_IP: '3' });
  const statuses = [];
  for (let index = 0; index < 7; index += 1) statuses.push((await ask(gateway, '10.7.0.1')).status);
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429]);
  expect((await ask(gateway, '10.7.0.2')).headers).toMatchObject({
    'ratelimit-limit': '5',
    'ratelimit-remaining': '4',
    'ratelimit-policy': '5;w=60',
  });
  const token = () => request(gateway.url).post('/auth/token').set('X-Forwarded-For', '10.7.0.3').send({});
  expect([(await token()).status, (await token()).status]).toEqual([400, 429]);
  await gateway.stop();
});

it('lets a request wait 50 ms at most for a Redis that hangs, for all its keys together', async () => {
  const client = new Redis(redis.port, '127.0.0.1');
  await client.ping();
  redis.pause();
  const waits: number[] = [];
  const timers: number[] = [];
  for (let index = 0; index < 30; index += 1) {
    const response = await request(newApp(client)).post('/auth/token').expect(200);
    waits.push((response.body as { waitedMs: number }).waitedMs);
    const startedAt = performance.now();
    await sleep(45);
    await sleep(1);
    timers.push(performance.now() - startedAt);
  }
  redis.resume();
  client.disconnect();
  expect(Math.min(...waits)).toBeGreaterThan(40);
  // A busy machine wakes all of them late. Who waited for each key by itself would wait twice as long.
  expect(median(waits)).toBeLessThan(median(timers) + 25);
});

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

it('holds its limits through a kill and a new start of Redis, where they were not used up before', async () => {
  const settings = { REDIS_URL: redis.url, TRUST_PROXY: '127.0.0.1', RATE_LIMIT_IP: '100' };
  const gateways = await Promise.all([startGateway(settings), startGateway(settings)]);
  const passed = gateways.map(() => 0);
  const statuses = new Set<number>();
  const askEach = async () => {
    for (const [index, gateway] of gateways.entries()) {
      const { status } = await ask(gateway, '10.7.1.1');
      statuses.add(status);
      if (status === 404) passed[index] = (passed[index] ?? 0) + 1;
    }
  };
  const startedAt = performance.now();
  for (let times = 0; times < 20; times += 1) await askEach();
  expect(passed).toEqual([20, 20]);
  let over = false;
  const load = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!over) {
        await askEach();
        await sleep(100);
      }
    }),
  );
  await redis.stop();
  await until('both count alone', () => gateways.every((gateway) => gateway.logs().join().includes('limits alone')));
  await redis.start();
  await until('both share again', () => gateways.every((gateway) => gateway.logs().join().includes('together again')));
  expect(Math.max(...passed)).toBeLessThan(100);
  await until('the limit is reached', () => statuses.has(429));
  over = true;
  await load;
  for (let times = 0; times < 100; times += 1) await askEach();
  expect([...statuses].sort()).toEqual([404, 429]);
  const windows = Math.ceil((performance.now() - startedAt) / 60_000);
  for (const count of passed) {
    expect(count).toBeGreaterThan(20);
    expect(count).toBeLessThanOrEqual(100 * windows);
  }
  await Promise.all(gateways.map((gateway) => gateway.stop()));
}, 60_000);

/** A server of the limits alone, with a limiter that has not noticed yet that Redis hangs; it answers what was waited. */
function newApp(client: Redis) {
  const counts = createLimitCounts();
  const limiter = createSharedLimiter({ redis: client, replicas: 1, counts, log: pino({ level: 'silent' }) });
  const settings = { RATE_LIMIT_IP: 200, RATE_LIMIT_TOKEN_IP: 5, RATE_LIMIT_TOKEN_CLIENT: 5, RATE_LIMIT_TIERS: [] };
  const limits = rateLimit(limiter, rateLimitTiers(settings), counts);
  return express()
    .use(limits.byAddress)
    .post('/auth/token', async (request, response) => {
      await limits.byClientId(request, response, 'a client');
      response.json({ waitedMs: response.locals.charged?.waitedMs });
    });
}

async function ask(gateway: Gateway, address: string) {
  return request(gateway.url).get('/nowhere').set('X-Forwarded-For', address);
}
