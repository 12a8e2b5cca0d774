import { expect, it } from '@jest/globals';
import request from 'supertest';
import { paths } from '../../gateway/paths.ts';
import { decodeVersion, encodeVersion } from '../../proto/report-version.ts';
import {
  authorizedGet,
  company,
  contract,
  payment,
  paymentsPath,
  person,
  secret,
  timesheetsPath,
  tokenOf,
} from '../support/fixtures.ts';
import { exchange } from '../support/network/raw-http.ts';
import { createDatabase, query } from '../support/postgres/database.ts';
import { lockTable } from '../support/postgres/waiting.ts';
import { auditOf } from '../support/programs/admin-command.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import { until } from '../support/until.ts';
import { ownProduct } from '../support/programs/own-product.ts';

const year = 'fromDate=2024-01-01&toDate=2024-12-31';
const summaryPath = paymentsPath.replace('list', 'summary');
const changesPath = paymentsPath.replace('list', 'changes');
const acme = { application: 'acme-client', company: 'acme' };

const product = await ownProduct({ TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'trace' }, company('acme'), {
  people: [person('ana', 'Ana', 'García')],
  contracts: [contract('web')],
  scheduled_payments: [1, 2, 3].map((number) => payment(`p${number}`)),
});
const token = await tokenOf(product.url, 'acme');

it('The logs of gateway, auth and reporting name a request by the same id', async () => {
  await sendRequest(`${paymentsPath}?${year}`, 'followed').expect(200);
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

it('The log of reads says of each page which application read how many rows of which report and company', async () => {
  const requested = {
    page: `${paymentsPath}?${year}&itemsPerPage=2`,
    last: `${paymentsPath}?${year}&itemsPerPage=2&page=2`,
    past: `${paymentsPath}?${year}&itemsPerPage=2&page=9`,
    none: `${paymentsPath}?${year}&teamIds=none`,
    sums: `${summaryPath}?${year}&groupBy=month`,
    names: paths.contractors,
  };
  for (const [id, path] of Object.entries(requested)) await sendRequest(path, id).expect(200);
  const etag = (await sendRequest(requested.page, 'again').expect(200)).get('etag') ?? '';
  await sendRequest(requested.page, 'unchanged').set('If-None-Match', etag).expect(304);
  const seen = await Promise.all([...Object.keys(requested), 'again', 'unchanged'].map(readOf));
  const filter = seen[0]?.filter;
  expect(filter).toMatch(/^[\da-f]{16}$/);
  const payments = { ...acme, report: 'scheduled-payments', filter };
  const others = { ...payments, filter: expect.not.stringMatching(String(filter)) };
  expect(seen).toEqual([
    { ...payments, rows: 2 },
    { ...payments, rows: 1 },
    { ...payments, rows: 0 },
    { ...others, rows: 0 },
    { ...payments, report: expect.stringContaining('month'), rows: 1 },
    { ...acme, report: 'contractors', filter: undefined, rows: 1 },
    { ...payments, rows: 2 },
    { ...payments, rows: 0 },
  ]);
});

it('The log of reads says the same of changes since a version, and of a page that failed', async () => {
  const { headers } = await sendRequest(`${changesPath}?${year}`, 'copy').expect(200);
  const since = String(headers['report-version']).replaceAll('"', '');
  await sendRequest(`${changesPath}?${year}&since=${since}`, 'since').expect(200);
  await load(product.databaseUrl, { scheduled_payments: [payment('p1', { amount: '11' }), payment('p3', moved)] });
  await sendRequest(`${changesPath}?${year}&since=${since}`, 'changed').expect(200);
  await sendRequest(`${paymentsPath}?${year}`, 'failed').set('If-Match', `"${since}"`).expect(412);
  expect(await Promise.all(['copy', 'since', 'changed', 'failed'].map(readOf))).toMatchObject([
    { ...acme, report: 'scheduled-payments', rows: 3 },
    { ...acme, report: 'scheduled-payments', rows: 0 },
    { ...acme, report: 'scheduled-payments', rows: 2 },
    { ...acme, report: 'scheduled-payments' },
  ]);
});

it('The log of the gateway says whose each request is', async () => {
  await sendRequest(paths.company, 'whose').expect(200);
  expect(await lineOf('gateway', 'whose')).toMatchObject({ msg: 'request', status: 200, ...acme });
});

const moved = { scheduled_payment_on: '2030-01-01' };

async function readOf(id: string) {
  const { application, company, report, filter, rows } = await lineOf('reporting', id);
  return { application, company, report, filter, rows };
}

async function lineOf(name: string, id: string): Promise<LogLine> {
  const lines = () => linesOf(id).filter((line) => line.name === name && line.application !== undefined);
  await until('it is logged', () => lines().length > 0);
  return lines()[0] ?? {};
}

it('The audit has a line of each export and each copy, before they begin', async () => {
  const path = `${paymentsPath}?${year}`;
  const etag = (await sendRequest(path, 'an-export').set('Accept', 'text/csv').expect(200)).get('etag') ?? '';
  const { headers } = await sendRequest(`${changesPath}?${year}&teamIds=none`, 'a-copy').expect(200);
  // These read nothing, or go on with a copy.
  await sendRequest(path, 'unchanged').set({ Accept: 'text/csv', 'If-None-Match': etag }).expect(304);
  await request(product.url)
    .head(path)
    .set({ Authorization: `Bearer ${token}`, Accept: 'text/csv' })
    .expect(200);
  const since = encodeURIComponent(String(headers['report-version']).replaceAll('"', ''));
  await sendRequest(`${changesPath}?${year}&teamIds=none&since=${since}`, 'more').expect(200);
  const reads = await auditOf(product.databaseUrl, `client_id = 'acme-client' and event like '%.begun'`);
  const filter = expect.stringMatching(/^[\da-f]{16}$/);
  const dates = { fromDate: '2024-01-01', toDate: '2024-12-31' };
  const common = {
    actor: 'application',
    clientId: 'acme-client',
    address: '192.0.2.7',
    reason: null,
  };
  const details = { company: 'acme', report: 'scheduled-payments', filter, ...dates };
  expect(reads.filter(({ requestId }) => requestId !== 'copy')).toEqual([
    { ...common, event: 'copy.begun', requestId: 'a-copy', details, occurredAt: expect.any(Date) },
    {
      ...{ ...common, event: 'export.begun', requestId: 'an-export', occurredAt: expect.any(Date) },
      details: { ...details, format: 'csv', rows: '2' },
    },
  ]);
});

it('The audit has a line of a read of all rows by a version that the caller made up, once for each copy', async () => {
  const first = await sendRequest(`${changesPath}?${year}`, 'made-up').expect(200);
  const version = String(first.get('report-version')).replaceAll('"', '');
  const stripes = decodeVersion(version)?.seen ?? new Map<number, bigint>();
  const unfinished = (afterKey: string) => encodeVersion(stripes, { since: undefined, until: undefined, afterKey });
  const beforeAnything = encodeVersion(new Map([...stripes.keys()].map((stripe) => [stripe, 0n])));
  const madeUp = {
    'from-the-start': unfinished(''),
    'after-a-control': unfinished('\x01'),
    'since-nothing': beforeAnything,
    again: unfinished(''),
  };
  for (const [id, since] of Object.entries(madeUp)) {
    const path = `${changesPath}?${year}&since=${since}`;
    const response = await sendRequest(path, id).expect(200);
    expect((response.body as { results: object[] }).results).toHaveLength(2);
  }
  const listed = await auditOf(product.databaseUrl, `event = 'copy.begun'`);
  const ids = listed.map(({ requestId }) => requestId);
  expect(ids).toEqual(expect.arrayContaining(['made-up', ...Object.keys(madeUp)]));
});

it('The audit has one line of a copy of several answers', async () => {
  const many = Array.from({ length: 2_500 }, (_, index) =>
    payment(`many-${index}`, { scheduled_payment_on: '2031-05-05' }),
  );
  await load(product.databaseUrl, { scheduled_payments: many });
  const may = `${changesPath}?fromDate=2031-05-01&toDate=2031-05-31`;
  let since: string | undefined = '';
  for (let part = 1; since !== undefined; part += 1) {
    const response = await sendRequest(`${may}&since=${since}`, `part-${part}`).expect(200);
    const { version, more } = response.body as { version: string; more: boolean };
    expect(more).toBe(part < 3);
    since = more ? version : undefined;
  }
  const listed = await auditOf(product.databaseUrl, `event = 'copy.begun'`);
  expect(listed.map(({ requestId }) => requestId).filter((id) => id.startsWith('part-'))).toEqual(['part-1']);
});

it('The audit has every export and copy: one that cannot be recorded does not begin, and pages go on', async () => {
  const unlock = await lockTable(product.databaseUrl, 'auth.audit_events');
  try {
    await sendRequest(`${paymentsPath}?${year}`, 'no-export').set('Accept', 'text/csv').expect(503);
    await sendRequest(`${changesPath}?${year}`, 'no-copy').expect(503);
    await sendRequest(`${paymentsPath}?${year}`, 'still-a-page').expect(200);
  } finally {
    await unlock();
  }
  await sendRequest(`${paymentsPath}?${year}`, 'export-again').set('Accept', 'text/csv').expect(200);
});

it('The cause of a 500 is logged under the id that the client was given', async () => {
  await query(product.databaseUrl, 'alter schema reporting rename to lost');
  await sendRequest(`${timesheetsPath}?${year}`, 'failed').expect(500);
  await query(product.databaseUrl, 'alter schema lost rename to reporting');
  await until('both have logged it', () => linesOf('failed').filter(({ level }) => level === 'error').length === 2);
  const [cause] = linesOf('failed').filter(({ name, level }) => name === 'reporting' && level === 'error');
  expect(cause).toMatchObject({
    code: 'internal_error',
    err: { code: expect.stringMatching(/^(42|3F)/), stack: expect.any(String) },
  });
});

it('No client secret and no token is ever logged', async () => {
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
  await sendRequest(`${paymentsPath}?${year}&access_token=${token}`, 'in-the-query').expect(400);
  for (const header of [`Bearer ${token}x`, token, `Basic ${wrongSecret}`])
    await request(product.url).get(paymentsPath).set('Authorization', header).expect(401);
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

it('No signing key is logged, even where it cannot be stored', async () => {
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

it('Programs write only JSON, with the time, the level and the program', () => {
  for (const line of product.logs()) {
    expect(JSON.parse(line)).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: expect.stringMatching(/^(debug|info|warn|error)$/),
      name: expect.stringMatching(/^(gateway|auth|reporting)$/),
    });
  }
});

const wrongSecret = 'a-secret-of-somebody-else';

type LogLine = { name?: string; level?: string; status?: number } & Record<string, unknown>;

function linesOf(requestId: string): LogLine[] {
  const lines = product.logs().map((line) => JSON.parse(line) as LogLine);
  return lines.filter((line) => line.requestId === requestId);
}

function sendRequest(path: string, requestId: string) {
  return authorizedGet(product.url, token, path, { 'X-Request-Id': requestId, 'X-Forwarded-For': '192.0.2.7' });
}
