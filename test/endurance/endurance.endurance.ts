import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Child } from '../../local/child.ts';
import { contract, company, day, payment, person, together, tokenOf } from '../support/fixtures.ts';
import { startPortal } from '../support/portal/portal.ts';
import type { Portal } from '../support/portal/portal.ts';
import { scrape } from '../support/network/scrape.ts';
import type { Scrape } from '../support/network/scrape.ts';
import { query } from '../support/postgres/database.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { callRedis, startRedis } from '../support/redis/redis.ts';
import type { RedisServer } from '../support/redis/redis.ts';
import { until, untilDone } from '../support/until.ts';
import { operations, repeat } from './operations.ts';
import { limitMemory } from './pod-memory.ts';
import type { PodMemory } from './pod-memory.ts';

const times = 1_000;

/** Pools and kept connections vary by a few; a leak of one in a hundred operations is ten, and one of 5 kB an operation is as much. */
const mostMore = {
  process_open_fds: 8,
  'nodejs_active_resources{type="Timeout"}': 6,
  nodejs_heap_size_used_bytes: 5_000_000,
};

/** For NODE_OPTIONS: a process collects its garbage at SIGUSR2. */
const collecting = `--import=data:text/javascript,${encodeURIComponent(`
  import v8 from 'node:v8';
  import vm from 'node:vm';
  v8.setFlagsFromString('--expose-gc');
  const gc = vm.runInNewContext('gc');
  process.on('SIGUSR2', () => { gc(); gc(); });
`)}`;

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

it('A thousand of each operation leave nothing behind', async () => {
  const before = await held();
  for (const operation of caller.all) {
    await repeat(operation, times);
    await expectAsBefore(operation.name, before);
  }
});

it('A thousand lost connections to Postgres and to Redis leave nothing behind', async () => {
  const before = await held();
  await reconnect(times);
  await expectAsBefore('lost connections', before);
});

/** What each process measures of itself after a collection. */
async function held(): Promise<Scrape[]> {
  caller.disconnect();
  for (const { process: child } of children) child.kill('SIGUSR2');
  await sleep(500);
  return Promise.all(children.map(({ internal }) => scrape(internal())));
}

/** Some go a moment later: a kept connection, the timer of a deadline. */
async function expectAsBefore(what: string, before: Scrape[]): Promise<void> {
  let tooMuch: string[] = [];
  await until(`nothing is left of ${what}`, async () => {
    const now = await held();
    tooMuch = children.flatMap(({ name }, index) =>
      Object.entries(mostMore).flatMap(([series, most]) => {
        const [then = NaN, left = NaN] = [before[index]?.get(series), now[index]?.get(series)];
        return left <= then + most ? [] : [`${name}: ${series} ${then} -> ${left}`];
      }),
    );
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
    for (const operation of caller.all.filter(({ name }) => ['page', 'token'].includes(name)))
      await untilDone(`${operation.name} works again`, () => repeat(operation, 2 * operation.atOnce));
  }
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
