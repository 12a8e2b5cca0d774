import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { createDatabase, query } from '../support/postgres/database.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { exchange } from '../support/network/raw-http.ts';
import { until } from '../support/until.ts';
import { company, paymentsPath, secret, timesheetsPath, tokenOf } from '../support/fixtures.ts';

const dates = 'fromDate=2024-02-01&toDate=2024-02-29';

let product: Product;
let token: string;

beforeAll(async () => {
  product = await startProduct({ ...unlimited, LOG_LEVEL: 'trace' });
  await load(product.databaseUrl, company('acme'));
  token = await tokenOf(product.url, 'acme');
});
afterAll(() => product.stop());

it('names one request alike in the logs of gateway, auth and reporting', async () => {
  await report(`${paymentsPath}?${dates}`, token, 'followed').expect(200);
  await until('all have logged it', () => linesOf('followed').length >= 6);
  const calls = linesOf('followed').map(({ name, method, code, status }) => [name, method, code ?? status]);
  expect(calls.sort()).toEqual([
    // Called by the gateway and by reporting, which trusts no caller's word.
    ['auth', 'GetAccount', 'ok'],
    ['auth', 'GetAccount', 'ok'],
    ['auth', 'ListSigningKeys', 'ok'],
    ['auth', 'ListSigningKeys', 'ok'],
    ['gateway', 'GET', 200],
    ['reporting', 'List', 'ok'],
  ]);
});

it('logs the cause of a 500 under the id that the client was given', async () => {
  await query(product.databaseUrl, 'alter schema reporting rename to lost');
  await report(`${timesheetsPath}?${dates}`, token, 'failed').expect(500);
  await query(product.databaseUrl, 'alter schema lost rename to reporting');
  await until('both have logged it', () => linesOf('failed').filter(({ level }) => level === 'error').length === 2);
  const [cause] = linesOf('failed').filter(({ name, level }) => name === 'reporting' && level === 'error');
  expect(cause).toMatchObject({
    code: 'internal_error',
    err: { code: expect.stringMatching(/^(42|3F)/), stack: expect.any(String) },
  });
});

it('logs no client secret and no token, whatever is done with them', async () => {
  const clientId = 'acme-client';
  const post = (path: string, body: object | string) => request(product.url).post(path).type('json').send(body);
  for (const path of ['/auth/token', '/auth/oauth/token']) {
    await post(path, { clientId, clientSecret: secret, grantType: 'client_credentials' }).expect(200);
    await post(path, { clientId, clientSecret: wrongSecret, grantType: 'client_credentials' }).expect(401);
    await post(path, { clientId, clientSecret: wrongSecret, grantType: 'password' }).expect(403);
    await post(path, { clientId: 1, clientSecret: wrongSecret }).expect(400);
    await post(path, `{"clientSecret":"${wrongSecret}`).expect(400);
    await post(path, { clientId, clientSecret: wrongSecret.repeat(1_000) }).expect(413);
    await post(`${path}?clientSecret=${wrongSecret}`, {}).expect(400);
  }
  await report(`${paymentsPath}?${dates}&access_token=${token}`, token, 'in-the-query').expect(400);
  await report(paymentsPath, `${token}x`, 'broken').expect(401);
  await request(product.url).get(paymentsPath).set('Authorization', token).expect(401);
  await request(product.url).get(paymentsPath).set('Authorization', `Basic ${wrongSecret}`).expect(401);
  await exchange(product.url, `GET / HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nbroken ${wrongSecret}\r\n\r\n`);

  await query(product.databaseUrl, 'alter table auth.oauth_applications rename to lost');
  await post('/auth/token', { clientId, clientSecret: secret }).expect(500);
  await query(product.databaseUrl, 'alter table auth.lost rename to oauth_applications');
  await product.auth.stop();
  await post('/auth/token', { clientId, clientSecret: secret }).set('X-Request-Id', 'last').expect(503);
  await until('all is logged', () => linesOf('last').some(({ status }) => status === 503));

  const logs = product.logs().join('\n');
  for (const part of [secret, wrongSecret, ...token.split('.')]) expect(logs).not.toContain(part);
});

it('logs no signing key, even where it can not be stored', async () => {
  const databaseUrl = await createDatabase();
  await query(databaseUrl, 'delete from auth.signing_keys; alter table auth.signing_keys add check (false)');
  const broken = await startProduct(unlimited, databaseUrl);
  try {
    await load(databaseUrl, company('acme'));
    const credentials = { clientId: 'acme-client', clientSecret: secret };
    await request(broken.url).post('/auth/token').send(credentials).expect(500);
    const failures = () => broken.logs().filter((line) => line.includes('violates check constraint'));
    await until('both failures are logged', () => failures().length >= 2);
    expect(broken.logs().join('\n')).not.toMatch(/PRIVATE KEY|MII[\w+/]{20}/);
  } finally {
    await broken.stop();
  }
});

it('writes nothing but JSON, with the time, the level and the program', () => {
  for (const line of product.logs()) {
    expect(JSON.parse(line)).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: expect.stringMatching(/^(debug|info|warn|error)$/),
      name: expect.stringMatching(/^(gateway|auth|reporting)$/),
    });
  }
});

const wrongSecret = 'a-secret-of-somebody-else';

type LogLine = { name: string; level: string; requestId?: string; method?: string; code?: string; status?: number };

function linesOf(requestId: string): LogLine[] {
  const lines = product.logs().map((line) => JSON.parse(line) as LogLine);
  return lines.filter((line) => line.requestId === requestId);
}

function report(path: string, bearer: string, requestId: string) {
  return request(product.url)
    .get(path)
    .set({ Authorization: `Bearer ${bearer}`, 'X-Request-Id': requestId });
}
