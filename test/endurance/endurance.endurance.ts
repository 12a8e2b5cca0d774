import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Child } from '../../local/child.ts';
import { contract, company, day, payment, person, together, tokenOf } from '../support/fixtures.ts';
import { startPortal } from '../support/portal/portal.ts';
import type { Portal } from '../support/portal/portal.ts';
import { query } from '../support/postgres/database.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { callRedis, startRedis } from '../support/redis/redis.ts';
import type { RedisServer } from '../support/redis/redis.ts';
import { until } from '../support/until.ts';
import { collecting, heldBy } from './held.ts';
import type { Held } from './held.ts';
import { operations, repeat } from './operations.ts';
import { limitMemory } from './pod-memory.ts';
import type { PodMemory } from './pod-memory.ts';

const times = 1_000;

/** Pools and kept connections vary by a few; a leak of one in a hundred operations is ten. */
const mostMore = { files: 2, sockets: 6, timers: 6 };
/** One leak of 5 kB an operation is as much. */
const mostMoreHeapBytes = 5_000_000;

let product: Product;
let portal: Portal;
let redis: RedisServer;
let caller: ReturnType<typeof operations>;
let children: Child[];
let pods: (PodMemory | undefined)[];

beforeAll(async () => {
  redis = await startRedis();
  const settings = { NODE_OPTIONS: collecting, INTERNAL_PORT: '0', INTERNAL_HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  portal = await startPortal(0, settings);
  product = await startProduct({ ...unlimited, ...settings, REDIS_URL: redis.url, PORTAL_URL: portal.url });
  await load(product.databaseUrl, rows());
  children = [product.gateway, product.auth, product.reporting, portal.child];
  pods = children.map(limitMemory);
  if (pods.includes(undefined))
    console.warn('NOT CHECKED: the memory of a pod, since this machine allows no control groups');
  caller = operations(product.url, await tokenOf(product.url, 'acme'));
  // What is loaded, compiled, connected and cached once.
  for (const operation of caller.all) await repeat(operation, 100);
  await reconnect(20);
}, 600_000);
afterAll(async () => {
  caller.disconnect();
  await product.stop();
  await portal.stop();
  for (const pod of pods) pod?.remove();
  await redis.stop();
});

it('a thousand of each operation leave nothing behind', async () => {
  const before = await held();
  for (const operation of caller.all) {
    await repeat(operation, times);
    await expectAsBefore(operation.name, before);
  }
});

it('a thousand lost connections to Postgres and to Redis leave nothing behind', async () => {
  const before = await held();
  await reconnect(times);
  await expectAsBefore('lost connections', before);
});

async function held(): Promise<Record<string, Held>> {
  caller.disconnect();
  return Object.fromEntries(
    await Promise.all(children.map(async (child) => [child.name, await heldBy(child)] as const)),
  );
}

/** Some go a moment later: a kept connection, the timer of a deadline. */
async function expectAsBefore(what: string, before: Record<string, Held>): Promise<void> {
  let tooMuch: string[] = [];
  await until(`nothing is left of ${what}`, async () => {
    tooMuch = [];
    for (const [name, now] of Object.entries(await held())) {
      const then = before[name] ?? now;
      for (const kind of ['files', 'sockets', 'timers'] as const) {
        if (now[kind] > then[kind] + mostMore[kind]) tooMuch.push(`${name}: ${kind} ${then[kind]} -> ${now[kind]}`);
      }
      if (now.heapBytes > then.heapBytes + mostMoreHeapBytes) {
        tooMuch.push(`${name}: heap ${Math.round(then.heapBytes / 1_000)} -> ${Math.round(now.heapBytes / 1_000)} kB`);
      }
    }
    return tooMuch.length === 0;
  }).catch(() => undefined);
  const kills = pods.map((pod) => pod?.kills() ?? 0);
  expect({ what, tooMuch, kills }).toEqual({ what, tooMuch: [], kills: [0, 0, 0, 0] });
}

/** Ends connections of the programs to Postgres and to Redis until there were so many of each, and has them used after each time. */
async function reconnect(count: number): Promise<void> {
  const ended = { postgres: 0, redis: 0 };
  while (ended.postgres < count || ended.redis < count) {
    const backends = await query(
      product.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    ended.postgres += backends.length;
    for (const type of ['normal', 'pubsub'])
      ended.redis += Number(await callRedis(redis.port, 'client', 'kill', 'type', type));
    await Promise.all(['page', 'token'].map(worksAgain));
  }
}

async function worksAgain(name: string): Promise<void> {
  const operation = caller.all.find((each) => each.name === name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  await until(`${name} works again`, () =>
    repeat(operation, 2 * operation.atOnce).then(
      () => true,
      () => false,
    ),
  );
}

function rows() {
  return together(company('acme'), {
    people: [person('ana', 'Ana', 'García')],
    contracts: [contract('web'), contract('care', { type: 'hourly', rate: '30' })],
    scheduled_payments: Array.from({ length: 4_000 }, (_, index) =>
      payment(`payment-${index}`, { name: `Milestone ${index}` }),
    ),
    timesheet_days: [day('care', '2024-02-02')],
  });
}
