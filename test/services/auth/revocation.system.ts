import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import jwt from 'jsonwebtoken';
import { revocationsChannel } from '../../../access/revocations.ts';
import { adminJson } from '../../support/programs/admin-command.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { startGateway } from '../../support/programs/gateway.ts';
import type { Gateway } from '../../support/programs/gateway.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { startRedis } from '../../support/redis/redis.ts';
import type { RedisServer } from '../../support/redis/redis.ts';
import { codeAtReporting } from '../../support/reports/code-at-reporting.ts';
import { until } from '../../support/until.ts';
import { lockTable, untilStatements } from '../../support/postgres/waiting.ts';
import { company, requestReport, tokenOf } from '../../support/fixtures.ts';

let redis: RedisServer;
let product: Product;
let other: Gateway;
let id: string;
let token: string;

beforeAll(async () => {
  redis = await startRedis();
  const databaseUrl = await createDatabase();
  // An answer is cached for 3 seconds: what takes effect sooner was pushed.
  const environment = { ...unlimited, REDIS_URL: redis.url };
  product = await startProduct(environment, databaseUrl);
  other = await startGateway(environment, product);
});
afterAll(async () => {
  await other.stop();
  await product.stop();
  await redis.stop();
});

let companies = 0;
beforeEach(async () => {
  id = `company-${(companies += 1)}`;
  await load(product.databaseUrl, company(id));
  token = await tokenOf(product.url, id);
});

const revoke = (...args: string[]) => adminJson(product.databaseUrl, 'tokens', 'revoke', ...args);

it.each<[string, () => Promise<unknown>, string]>([
  ['a token that is revoked', () => revoke('--jti', (jwt.decode(token) as { jti: string }).jti), 'invalid_token'],
  ['all tokens of an application', () => revoke('--application', `${id}-client`), 'invalid_token'],
  ['an application that is revoked', () => revokeApplication(), 'invalid_token'],
  ['one that is deleted', () => sql('delete from auth.oauth_applications where user_id = $1'), 'invalid_token'],
  ['an inactive user', () => sql(`update auth.users set status = 'inactive' where id = $1`), 'inactive_user'],
  ['a user who is deleted', () => sql('delete from auth.users where id = $1'), 'unauthorized'],
  ['one without a company', () => sql('update auth.users set company_id = null where id = $1'), 'forbidden'],
])('With Redis, every gateway and reporting refuse %s within a second', async (_, change, refusal) => {
  expect(await codes()).toEqual(['ok', 'ok', 'ok']);
  await change();
  await untilCodes(refusal, pushedMs);
});

it('A revocation that comes during a call to auth is not outlived by the answer', async () => {
  const subscriber = new Redis(redis.port);
  await subscriber.subscribe(revocationsChannel);
  const published = once(subscriber, 'message');
  // Auth has read the application when it waits here.
  const unlock = await lockTable(product.databaseUrl, 'auth.revoked_tokens');
  try {
    const answers = codes();
    await untilStatements(product.databaseUrl, 'auth', 3);
    await revokeApplication();
    await published;
    await unlock();
    await answers;
    await untilCodes('invalid_token', pushedMs);
  } finally {
    await unlock();
    subscriber.disconnect();
  }
});

it('Requests are answered while revocations are published without a pause', async () => {
  const publisher = new Redis(redis.port);
  const timer = setInterval(() => void publisher.publish(revocationsChannel, ''), 1);
  try {
    for (let times = 0; times < 5; times += 1) expect(await codes()).toEqual(['ok', 'ok', 'ok']);
  } finally {
    clearInterval(timer);
    publisher.disconnect();
  }
});

it('A revocation that Redis could not pass on is in force when it is back', async () => {
  expect(await codes()).toEqual(['ok', 'ok', 'ok']);
  await redis.stop();
  await revokeApplication();
  await Promise.all([redis.start(), untilCodes('invalid_token', 5_000)]);
});

it('The auth service listens to its database again when the connection was lost', async () => {
  await query(
    product.databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'auth changes'`,
  );
  const listeners = () =>
    query(
      product.databaseUrl,
      `select from pg_stat_activity
       where datname = current_database() and application_name = 'auth changes' and query = 'listen auth_changes'`,
    );
  await until('it listens', async () => (await listeners()).length === 1);
  expect(await codes()).toEqual(['ok', 'ok', 'ok']);
  await revokeApplication();
  await untilCodes('invalid_token', pushedMs);
});

function revokeApplication() {
  return sql('update auth.oauth_applications set revoked_at = now() where user_id = $1');
}

function sql(statement: string) {
  return query(product.databaseUrl, statement, [`${id}-user`]);
}

/** A second, and as much again for a machine that has more to do. */
const pushedMs = 2_000;

async function untilCodes(refusal: string, limitMs?: number): Promise<void> {
  await until('refused everywhere', async () => (await codes()).every((code) => code === refusal), limitMs);
}

/** What the token meets at two gateways and at reporting's own port: `ok`, or the code of the error. */
function codes(): Promise<string[]> {
  return Promise.all([
    ...[product.url, other.url].map(async (url) => {
      const response = await requestReport(url, token);
      return response.status === 200 ? 'ok' : (response.body as { error: string }).error;
    }),
    codeAtReporting(product, `Bearer ${token}`),
  ]);
}
