import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../../local/free-port.ts';
import { startLocalPostgres } from '../../../local/postgres/postgres.ts';
import type { LocalPostgres } from '../../../local/postgres/postgres.ts';
import { schemas } from '../../../migrate/schemas.ts';
import { migrateUp } from '../../../migrate/migrate-schema.ts';
import { query } from '../../support/postgres/database.ts';
import { temporaryDirectory } from '../../support/files.ts';
import { runCommand } from '../../support/programs/command.ts';
import { changedTimes } from '../../support/programs/main-of.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { startRedis } from '../../support/redis/redis.ts';
import type { RedisServer } from '../../support/redis/redis.ts';
import { acme, sendRequest, expectRightOr503, sendRequests } from '../../support/network/steady-requests.ts';
import type { Target } from '../../support/network/steady-requests.ts';
import { until } from '../../support/until.ts';
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

it('while Postgres is killed, answers are right or a 503; they are right within 5 seconds of its return', async () => {
  for (const _round of [1, 2]) {
    await requests.all(200);
    const pid = await readFile(path.join(temporary.directory, 'postgres/postmaster.pid'), 'utf8');
    process.kill(Number(pid.split('\n')[0]), 'SIGKILL');
    await requests.some(503);
    await until('Postgres is back', () =>
      startLocalPostgres(temporary.directory, settings)
        .then(() => query(product.databaseUrl, 'select'))
        .then(
          () => true,
          () => false,
        ),
    );
  }
  await requests.recover();
});

it('while Postgres lets nobody in, answers are right or a 503; they are right within 5 seconds of the end of that', async () => {
  const others: pg.Client[] = [];
  const crowd = async () => {
    const client = new pg.Client({ connectionString: product.databaseUrl, application_name: 'crowd' });
    client.on('error', () => undefined);
    await client.connect();
    others.push(client);
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
  await requests.all(503);
  await Promise.all(others.map((client) => client.end()));
  await requests.recover();
});

it('while a statement hangs, its report is a 503 in time, and nothing else is', async () => {
  const unlock = await lockTable(product.databaseUrl, 'reporting.scheduled_payments');
  await requests.all(503, ['payments']);
  await requests.all(200, ['timesheets', 'token']);
  await unlock();
  await requests.recover();
});

it('while Redis hangs, is killed, and comes back empty, no request fails', async () => {
  const since = new Date().toISOString();
  redis.pause();
  await requests.all(200);
  redis.resume();
  await redis.stop();
  await requests.all(200);
  await redis.start();
  await requests.all(200);
  // Lines of earlier tests may still be on their way.
  const lines = product.logs().map((line) => JSON.parse(line) as { level: string; time: string });
  expect(lines.filter(({ level, time }) => level === 'error' && time > since)).toEqual([]);
});

it.each([
  {
    fate: 'is killed',
    befall: async () => void product.reporting.process.kill('SIGKILL'),
    recover: () => product.restartReporting(),
  },
  {
    fate: 'runs out of memory',
    befall: async () => {
      const pid = String(product.reporting.process.pid);
      expect(await runCommand('prlimit', ['--pid', pid, '--data=1'], {})).toMatchObject({ status: 0 });
      expect(await product.reporting.exited).toMatch(/SIG|status [1-9]/);
    },
    recover: () => product.restartReporting(),
  },
  {
    fate: 'stops',
    befall: async () => {
      product.reporting.process.kill('SIGSTOP');
      const range = { fromDate: '2024-01-01', toDate: '2024-12-31' };
      const file = await exported(product.url + paymentsPath, range, target.token, 'text/csv');
      expect(file.status).toBe(503);
    },
    recover: async () => void product.reporting.process.kill('SIGCONT'),
  },
])(
  'when reporting $fate, reports are right or a 503, and tokens are given; all is right within 5 seconds of its return',
  async ({ befall, recover }) => {
    await befall();
    await requests.all(503, ['payments', 'timesheets']);
    await requests.all(200, ['token']);
    await recover();
    await requests.recover();
  },
  60_000,
);

it.each([
  {
    fate: 'stops',
    befall: () => product.auth.process.kill('SIGSTOP'),
    recover: async () => void product.auth.process.kill('SIGCONT'),
  },
  {
    fate: 'is killed',
    befall: () => product.auth.process.kill('SIGKILL'),
    recover: () => product.restartAuth(),
  },
])(
  'when auth $fate, cached tokens go on for at most 5 seconds; all is right within 5 seconds of its return',
  async ({ befall, recover }) => {
    befall();
    const begunAt = performance.now();
    const tokenResponse = await sendRequest(target, 'token');
    expectRightOr503(tokenResponse);
    expect(tokenResponse.status).toBe(503);
    let lastRightAt = begunAt;
    await until('reports are refused', async () => {
      const sentAt = performance.now();
      const response = await sendRequest(target, 'payments');
      expectRightOr503(response);
      if (response.status === 200) lastRightAt = sentAt;
      return response.status === 503;
    });
    expect(lastRightAt - begunAt).toBeLessThan(5_000);
    expect((await sendRequest(target, 'timesheets')).status).toBe(503);

    await requests.some(503);
    await recover();
    await requests.recover();
  },
  60_000,
);
