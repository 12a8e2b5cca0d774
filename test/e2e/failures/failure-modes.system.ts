import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '../../../local/free-port.ts';
import { startLocalPostgres } from '../../../local/postgres/postgres.ts';
import type { LocalPostgres } from '../../../local/postgres/postgres.ts';
import { schemas } from '../../../services/migrate/schemas.ts';
import { migrateUp } from '../../../services/migrate/migrate-schema.ts';
import { connectTo, query } from '../../support/postgres/database.ts';
import { temporaryDirectory } from '../../support/files.ts';
import { runCommand } from '../../support/programs/command.ts';
import { changedTimes } from '../../support/programs/main-of.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { startRedis } from '../../support/redis/redis.ts';
import type { RedisServer } from '../../support/redis/redis.ts';
import { startRelay } from '../../support/network/relay.ts';
import { acme, kinds, sendRequests } from '../../support/network/steady-requests.ts';
import type { Kind, Target } from '../../support/network/steady-requests.ts';
import { until, untilDone } from '../../support/until.ts';
import { lockTable } from '../../support/postgres/waiting.ts';
import { exported } from '../../support/reports/exports.ts';
import { paymentsPath, tokenOf } from '../../support/fixtures.ts';

let temporary: Awaited<ReturnType<typeof temporaryDirectory>>;
let settings: Record<string, string>;
let postgres: LocalPostgres;
let product: Product;
let target: Target;
let redis: RedisServer;
let requests: ReturnType<typeof sendRequests>;

beforeAll(async () => {
  temporary = await temporaryDirectory();
  settings = { fsync: 'off', port: String(await freePort()), max_connections: '40' };
  redis = await startRedis();
  postgres = await startLocalPostgres(temporary.directory, settings);
  await query(postgres.urlOf('postgres'), 'create database failure_modes');
  const databaseUrl = postgres.urlOf('failure_modes');
  await migrateUp(databaseUrl, schemas);
  product = await startProduct(
    { ...unlimited, ...changedTimes({ reportingDeadlineMs: 3_000 }), REDIS_URL: redis.url },
    databaseUrl,
  );
  await load(databaseUrl, acme);
  target = { url: product.url, token: await tokenOf(product.url, 'acme') };
});
afterAll(async () => {
  await postgres.stop();
  await temporary.remove();
  await product.stop();
  await redis.stop();
});

beforeEach(async () => {
  requests = sendRequests(target);
  await requests.all(200);
});
afterEach(() => requests.stop());

it('No request fails while Redis hangs, is killed, and comes back empty', async () => {
  const since = new Date().toISOString();
  redis.pause();
  await requests.all(200);
  redis.resume();
  await redis.stop();
  await requests.all(200);
  await redis.start();
  await requests.all(200);
  expect(requests.failures).toEqual([]);
  const lines = product.logs().map((line) => JSON.parse(line) as { level: string; time: string });
  expect(lines.filter(({ level, time }) => level === 'error' && time > since)).toEqual([]);
});

const reports: Kind[] = ['payments', 'timesheets'];

/** What fails, what is refused meanwhile, and how it comes to that; `fail` returns what ends it. */
const modes: [what: string, refused: Kind[], fail: () => Promise<() => unknown>][] = [
  ['a statement hangs', ['payments'], () => lockTable(product.databaseUrl, 'reporting.scheduled_payments')],
  ['Postgres has no connection left', kinds, takeAllConnections],
  ['Postgres is killed', kinds, killPostgres],
  [
    'reporting is killed',
    reports,
    async () => {
      product.reporting.process.kill('SIGKILL');
      return product.restartReporting;
    },
  ],
  [
    'reporting has run out of memory',
    reports,
    async () => {
      const pid = String(product.reporting.process.pid);
      expect(await runCommand('prlimit', ['--pid', pid, '--data=1'], {})).toMatchObject({ status: 0 });
      expect(await product.reporting.exited).toMatch(/SIG|status [1-9]/);
      return product.restartReporting;
    },
  ],
  [
    'reporting hangs',
    reports,
    async () => {
      product.reporting.process.kill('SIGSTOP');
      const range = { fromDate: '2024-01-01', toDate: '2024-12-31' };
      const file = await exported(product.url + paymentsPath, range, target.token, 'text/csv');
      expect(file.status).toBe(503);
      return () => product.reporting.process.kill('SIGCONT');
    },
  ],
  [
    'auth is killed',
    kinds,
    async () => {
      product.auth.process.kill('SIGKILL');
      return product.restartAuth;
    },
  ],
  [
    'auth hangs',
    kinds,
    async () => {
      product.auth.process.kill('SIGSTOP');
      return () => product.auth.process.kill('SIGCONT');
    },
  ],
];

it.each(modes)(
  'While %s, %j are refused by a 503 and other requests are right; all are right within 5 seconds of its end',
  async (_, refused, fail) => {
    const restore = await fail();
    const since = Date.now();
    // Cached accounts are good for 0.9 seconds; a call to auth takes 2, and an answer a moment.
    expect((await requests.all(503, ['payments'])) - since).toBeLessThan(5_500);
    await requests.all(503, refused);
    await requests.all(
      200,
      kinds.filter((kind) => !refused.includes(kind)),
    );
    await restore();
    await requests.recover();
    expectRightOr503(requests);
  },
  60_000,
);

it('Answers are a 503 in time while the network lets nothing through to Postgres; all are right within 5 seconds of its return, also where it has lost the connections', async () => {
  const url = new URL(product.databaseUrl);
  const network = await startRelay(Number(url.port));
  url.port = String(network.port);
  const deadlines = changedTimes({ authDeadlineMs: 1_000, reportingDeadlineMs: 2_000 });
  const behind = await startProduct({ ...unlimited, ...deadlines }, url.href);
  const sent = sendRequests({ ...target, url: behind.url });
  try {
    for (const [ms, restore] of [
      [0, network.heal],
      [30_000, network.lose],
    ] as const) {
      await sent.all(200);
      network.cut();
      await sent.all(503);
      await sleep(ms);
      await sent.all(503);
      restore();
      await sent.recover();
    }
  } finally {
    await sent.stop();
    await behind.stop();
    await network.stop();
  }
  expectRightOr503(sent);
  expect(behind.logs().filter((line) => line.includes('uncaught'))).toEqual([]);
});

function expectRightOr503({ failures }: typeof requests): void {
  expect(failures.filter(({ status }) => status !== 503)).toEqual([]);
}

async function takeAllConnections() {
  const others: pg.Client[] = [];
  const crowd = async () => {
    others.push(await connectTo(product.databaseUrl, { application_name: 'crowd' }));
  };
  await crowd();
  await until('others have every connection', async () => {
    const ended = await others[0]?.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name <> 'crowd' and backend_type = 'client backend'`,
    );
    const refused = await Promise.allSettled(Array.from({ length: 10 }, crowd));
    return ended?.rowCount === 0 && refused.every(({ status }) => status === 'rejected');
  });
  return () => Promise.all(others.map((client) => client.end()));
}

async function killPostgres() {
  const pid = await readFile(path.join(temporary.directory, 'postgres/postmaster.pid'), 'utf8');
  process.kill(Number(pid.split('\n')[0]), 'SIGKILL');
  return () =>
    untilDone('Postgres is back', async () => {
      await startLocalPostgres(temporary.directory, settings);
      await query(product.databaseUrl, 'select');
    });
}
