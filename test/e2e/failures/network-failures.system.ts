import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '../../support/postgres/database.ts';
import { startGateway } from '../../support/programs/gateway.ts';
import type { Gateway } from '../../support/programs/gateway.ts';
import { changedTimes } from '../../support/programs/main-of.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { startRedis } from '../../support/redis/redis.ts';
import type { RedisServer } from '../../support/redis/redis.ts';
import { startRelay } from '../../support/network/relay.ts';
import type { Relay } from '../../support/network/relay.ts';
import { acme, sendRequest, sendRequests } from '../../support/network/steady-requests.ts';
import type { Kind } from '../../support/network/steady-requests.ts';
import { until } from '../../support/until.ts';

let redis: RedisServer;
let product: Product;
let gateway: Gateway;
let relays: Record<'postgres' | 'redis' | 'auth' | 'reporting', Relay>;
let requests: ReturnType<typeof sendRequests>;
let token: string;

beforeAll(async () => {
  redis = await startRedis();
  const databaseUrl = new URL(await createDatabase());
  await load(databaseUrl.href, acme);
  const [postgres, redisRelay] = [await startRelay(Number(databaseUrl.port)), await startRelay(redis.port)];
  databaseUrl.port = String(postgres.port);
  const settings = {
    ...unlimited,
    ...changedTimes({ authDeadlineMs: 1_000, reportingDeadlineMs: 2_000 }),
    REDIS_URL: `redis://${redisRelay.address}`,
  };
  product = await startProduct(settings, databaseUrl.href);
  const [auth, reporting] = [await relayTo(product.authAddress), await relayTo(product.reportingAddress)];
  relays = { postgres, redis: redisRelay, auth, reporting };
  gateway = await startGateway({ ...settings, AUTH_ADDRESS: auth.address, REPORTING_ADDRESS: reporting.address });
  // A busy machine's first connections can take longer than these deadlines.
  await until('a token is granted', async () => {
    const response = await sendRequest({ url: gateway.url, token: '' }, 'token');
    token = (response.body as { accessToken: string }).accessToken;
    return response.status === 200;
  });
});
afterAll(async () => {
  await gateway.stop();
  await product.stop();
  await Promise.all(Object.values(relays).map((relay) => relay.stop()));
  await redis.stop();
});

beforeEach(async () => {
  requests = sendRequests({ url: gateway.url, token });
  await requests.all(200);
});
afterEach(async () => {
  await requests.stop();
  expect(product.logs().filter((line) => line.includes('uncaught'))).toEqual([]);
});

const reports: Kind[] = ['payments', 'timesheets'];

describe('while the network lets nothing through, answers are right or a 503 in time; all are right within 5 seconds of its return', () => {
  it.each<['postgres' | 'auth' | 'reporting', Kind[]]>([
    ['postgres', ['payments', 'timesheets', 'token']],
    ['auth', ['payments', 'timesheets', 'token']],
    ['reporting', reports],
  ])('%s', async (to, refused) => {
    relays[to].cut();
    await requests.all(503, refused);
    relays[to].heal();
    await requests.recover();
  });

  it('redis, without which nothing is refused', async () => {
    relays.redis.cut();
    await requests.all(200);
    await requests.all(200);
    relays.redis.heal();
    await requests.all(200);
  });
});

it('a primary that is gone for 30 seconds without a word, and its connections for ever, is found again within 5 seconds', async () => {
  relays.postgres.cut();
  await requests.all(503);
  await sleep(30_000);
  await requests.all(503);
  relays.postgres.lose();
  await requests.recover();
});

it('a connection to reporting that is dead without a word is noticed and replaced within 5 seconds', async () => {
  relays.reporting.lose();
  await requests.recover();
});

async function relayTo(address: string): Promise<Relay> {
  return startRelay(Number(address.split(':')[1]));
}
