import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import request from 'supertest';
import { startChild } from '../../local/child.ts';
import type { Child } from '../../local/child.ts';
import { freePort, startLocalPostgres } from '../../local/postgres.ts';
import type { LocalPostgres } from '../../local/postgres.ts';
import { schemas } from '../../services/migrate/schemas.ts';
import { migrateUp } from '../../runtime/migrate.ts';
import { query } from '../support/database.ts';
import { temporaryDirectory } from '../support/files.ts';
import { load, startProduct, unlimited } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { until } from '../support/until.ts';
import { company, paymentsPath, secret, timesheetsPath, tokenOf } from '../support/world.ts';

let temporary: Awaited<ReturnType<typeof temporaryDirectory>>;
let settings: Record<string, string>;
let postgres: LocalPostgres;
let product: Product;
let auth: Child | undefined;
let token: string;

beforeAll(async () => {
  temporary = await temporaryDirectory();
  settings = { fsync: 'off', port: String(await freePort()) };
  postgres = await startLocalPostgres(temporary.directory, settings);
  await query(postgres.urlOf('postgres'), 'create database bad_days');
  const databaseUrl = postgres.urlOf('bad_days');
  await migrateUp(databaseUrl, schemas);
  product = await startProduct({ ...unlimited, AUTH_DEADLINE_MS: '2000', REPORTING_DEADLINE_MS: '3000' }, databaseUrl);
  await load(databaseUrl, company('acme'));
  token = await tokenOf(product.url, 'acme');
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  await temporary.remove();
  await auth?.stop();
  await product.stop();
});

it('while Postgres is killed, answers are right or a 503; they are right again once it is back', async () => {
  const requests = sendRequests();
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
  await requests.all(200);
  await requests.stop();
}, 60_000);

it('while reporting is killed, answers are right or a 503; they are right again once it is back', async () => {
  const requests = sendRequests();
  await requests.some(200);
  product.reporting.process.kill('SIGKILL');
  await requests.some(503);
  await product.restartReporting();
  await requests.all(200);
  await requests.stop();
}, 60_000);

it.each([
  {
    fate: 'stops',
    befall: () => product.auth.process.kill('SIGSTOP'),
    recover: async () => void product.auth.process.kill('SIGCONT'),
  },
  {
    fate: 'is killed',
    befall: () => product.auth.process.kill('SIGKILL'),
    recover: async () => {
      auth = startChild(
        'auth',
        'services/auth/main.js',
        { PATH: process.env.PATH, DATABASE_URL: product.databaseUrl, GRPC_LISTEN: product.authAddress },
        'pipe',
      );
      await auth.ready;
    },
  },
])(
  'when auth $fate, tokens known go on for at most 5 seconds; all is right again once it is back',
  async ({ befall, recover }) => {
    expect((await report(paymentsPath)).status).toBe(200);
    befall();
    const begunAt = performance.now();
    const tokenResponse = await kinds.token();
    expectRightOr503(tokenResponse);
    expect(tokenResponse.status).toBe(503);
    let lastRightAt = begunAt;
    await until('reports are refused', async () => {
      const sentAt = performance.now();
      const response = await report(paymentsPath);
      expectRightOr503(response);
      if (response.status === 200) lastRightAt = sentAt;
      return response.status === 503;
    });
    expect(lastRightAt - begunAt).toBeLessThan(5_000);
    expect((await report(timesheetsPath)).status).toBe(503);

    const requests = sendRequests();
    await requests.some(503);
    await recover();
    await requests.all(200);
    await requests.stop();
  },
  60_000,
);

const credentials = { clientId: 'acme-client', clientSecret: secret };

const kinds = {
  payments: () => report(paymentsPath),
  timesheets: () => report(timesheetsPath),
  token: () => request(product.url).post('/auth/token').send(credentials),
};

/** Sends requests of every kind, one of each at a time, and holds each answer against what is allowed. */
function sendRequests() {
  const last: Record<string, { status: number; sentAt: number }> = {};
  let stopped = false;
  let failed = false;
  const loops = Object.entries(kinds).map(async ([kind, send]) => {
    while (!stopped) {
      const sentAt = performance.now();
      const response = await send();
      expectRightOr503(response);
      last[kind] = { status: response.status, sentAt };
    }
  });
  const running = Promise.all(loops);
  running.catch(() => (failed = true));
  const statuses = (since: number) =>
    Object.values(last).flatMap(({ status, sentAt }) => (sentAt > since ? [status] : []));
  return {
    /** Waits for an answer of this status to a request sent from now on. */
    some: async (status: number) => {
      const since = performance.now();
      await until(`a ${status}`, () => failed || statuses(since).includes(status));
    },
    /** Waits until every kind is answered so. */
    all: async (status: number) => {
      const since = performance.now();
      const kindsCount = Object.keys(kinds).length;
      await until(`${status} for all`, () => {
        return failed || statuses(since).filter((given) => given === status).length === kindsCount;
      });
    },
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}

let asked = 0;

/** A range each time anew, so that no answer is remembered. None takes longer than both deadlines, and some. */
async function report(reportPath: string) {
  const toDate = new Date(Date.UTC(2030, 0, (asked += 1))).toISOString().slice(0, 10);
  return request(product.url)
    .get(reportPath)
    .query({ fromDate: '2000-01-01', toDate })
    .set('Authorization', `Bearer ${token}`)
    .timeout(10_000);
}

function expectRightOr503({ status, headers, body }: request.Response): void {
  if (status === 200) {
    expect(body).toMatchObject('results' in (body as object) ? { results: [] } : { tokenType: 'Bearer' });
    return;
  }
  expect({ status, body: body as unknown, retryAfter: headers['retry-after'] }).toEqual({
    status: 503,
    body: {
      error: 'service_unavailable',
      message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
    },
    retryAfter: '5',
  });
}
