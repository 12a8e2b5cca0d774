import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { exchange } from '../support/network/raw-http.ts';
import { scrape } from '../support/network/scrape.ts';
import type { Scrape } from '../support/network/scrape.ts';
import { until } from '../support/until.ts';
import { lockTable, untilStatements } from '../support/postgres/waiting.ts';
import { authorizedGet, company, paymentsPath, timesheetsPath, tokenOf } from '../support/fixtures.ts';
import { ownProduct } from '../support/programs/own-product.ts';

const dates = 'fromDate=2024-02-01&toDate=2024-02-29';

const product = await ownProduct({}, company('acme'));
const token = await tokenOf(product.url, 'acme');
await request(product.url).post('/auth/token').send({ clientId: 'acme-client', clientSecret: 'wrong' }).expect(401);
await hangUp();
await report(`${paymentsPath}?${dates}`).expect(200);
await report(`${paymentsPath}?${dates}`).expect(200);
await report(`${paymentsPath}?${dates}&page=2`).expect(200);
await report(`${timesheetsPath}?${dates}`).expect(200);
await report(timesheetsPath).expect(400);
await report(`${timesheetsPath}?${dates}`).set('Accept', 'text/csv').expect(200);
await request(product.url).get(paymentsPath).expect(401);
await request(product.url).get(paymentsPath).set('Authorization', 'Bearer bm8.bm8.bm8').expect(401);
await request(product.url).get('/health').expect(200);
for (const path of ['/', '/wp-login.php', `/${randomUUID()}`]) await request(product.url).get(path).expect(404);
await exchange(product.url, 'no HTTP\r\n\r\n');
const [gateway, auth, reporting] = await scrapeAll();

it('The metrics count and time requests by route and status, whatever paths are requested', () => {
  const name = 'client_reporting_http_request_duration_seconds';
  expect(counts(gateway, name)).toEqual({
    '/auth/token 200': 1,
    '/auth/token 401': 1,
    '/health 200': 1,
    [`${paymentsPath} 200`]: 3,
    [`${paymentsPath} 401`]: 2,
    [`${timesheetsPath} 200`]: 1,
    [`${timesheetsPath} export 200`]: 1,
    [`${timesheetsPath} 400`]: 1,
    [`${timesheetsPath} 499`]: 1,
    'other 404': 3,
  });
  expect(gateway.get(`${name}_bucket{le="0.1",route="/health",code="200"}`)).toBeDefined();
});

it('The metrics count broken HTTP separately, by the status of its answer', () => {
  expect(values(gateway, 'client_reporting_http_malformed_total')).toEqual({ 400: 1 });
});

it('The metrics count gRPC calls on both sides by method and code, as the logs name them', () => {
  const made = counts(gateway, 'client_reporting_grpc_client_call_duration_seconds');
  expect(made).toMatchObject({
    'Auth/IssueToken ok': 1,
    'Auth/IssueToken invalid_client': 1,
    'Reporting/List ok': 4,
    'Reporting/Export ok': 1,
    'Reporting/List cancelled': 1,
  });
  expect(counts(auth, 'client_reporting_grpc_server_call_duration_seconds')).toMatchObject({
    'Auth/IssueToken ok': 1,
    'Auth/IssueToken invalid_client': 1,
  });
  expect(counts(reporting, 'client_reporting_grpc_server_call_duration_seconds')).toEqual({
    'Reporting/List ok': 4,
    'Reporting/Export ok': 1,
    'Reporting/List cancelled': 1,
  });
  expect(counts(reporting, 'client_reporting_grpc_client_call_duration_seconds')).toMatchObject({
    'Auth/GetAccount ok': expect.any(Number),
  });
});

it('The metrics count what the limits allowed and refused, by tier', () => {
  expect(values(gateway, 'client_reporting_rate_limit_requests_total')).toMatchObject({
    ...{ 'ip allowed': 14, 'ip near_limit': 0, 'ip refused': 0 },
    ...{ 'token-ip allowed': 2, 'token-client allowed': 2, 'token-client refused': 0 },
  });
  expect(gateway.get('client_reporting_rate_limiter_degraded')).toBe(0);
  expect(gateway.get('client_reporting_rate_limit_redis_failures_total')).toBe(0);
});

it('The metrics count accepted and refused tokens, and the reasons', () => {
  expect(values(gateway, 'client_reporting_access_total')).toEqual({ granted: 7, missing_token: 1, invalid_token: 1 });
  expect(values(reporting, 'client_reporting_access_total')).toEqual({ granted: 6 });
});

it('The metrics count reports by whether they were cached', () => {
  expect(values(reporting, 'client_reporting_report_answers_total')).toEqual({
    'scheduled-payments computed': 2,
    'scheduled-payments cached': 1,
    'timesheets computed': 1,
  });
  const memory = values(reporting, 'client_reporting_report_memory_bytes');
  expect(memory).toMatchObject({ answers: expect.any(Number), batches: 0 });
  expect(Number(memory.answers)).toBeGreaterThan(300);
});

it('The metrics time statements by name, show no value in them, and report the state of the pools', () => {
  const name = 'client_reporting_db_statement_duration_seconds';
  expect(counts(reporting, name)).toMatchObject({
    [namedLike(reporting, name, /^stripes.* ok$/)]: 2,
    [namedLike(reporting, name, /^scheduled-payments.* ok$/)]: 2,
    [namedLike(reporting, name, /^timesheets.* ok$/)]: 1,
    [namedLike(reporting, name, /^timesheets.* error$/)]: 1,
  });
  expect(counts(auth, name)).toMatchObject({
    'select oauth_applications ok': expect.any(Number),
  });
  expect(JSON.stringify([...auth.keys(), ...reporting.keys()])).not.toMatch(/acme|2024/);
  for (const [scraped, pool, most] of [
    [auth, 'auth', 5],
    [reporting, 'reporting', 10],
  ] as const) {
    const connections = values(scraped, 'client_reporting_db_pool_connections');
    expect(connections).toMatchObject({ [`${pool} idle`]: expect.any(Number), [`${pool} used`]: 0 });
    expect(connections[`${pool} idle`]).toBeGreaterThan(0);
    expect(values(scraped, 'client_reporting_db_pool_connections_max')[pool]).toBe(most);
    expect(values(scraped, 'client_reporting_db_pool_waiting')[pool]).toBe(0);
  }
});

function report(path: string) {
  return authorizedGet(product.url, token, path);
}

/** Requests a report whose statement waits, and disconnects. */
async function hangUp(): Promise<void> {
  const unlock = await lockTable(product.databaseUrl, 'reporting.data_versions');
  const client = new AbortController();
  const requested = fetch(`${product.url}${timesheetsPath}?${dates}&page=7`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: client.signal,
  });
  await untilStatements(product.databaseUrl, 'reporting', 1);
  client.abort();
  await requested.catch(() => undefined);
  await untilStatements(product.databaseUrl, 'reporting', 0);
  await unlock();
}

/** Once all has been counted: a call may end after its answer has been read. */
async function scrapeAll(): Promise<[Scrape, Scrape, Scrape]> {
  const urls = [product.gateway, product.auth, product.reporting].map(({ internal }) => internal());
  let last = '';
  let scrapes: [Scrape, Scrape, Scrape] | undefined;
  await until('all is counted, and nothing any more', async () => {
    const [gateway, auth, reporting] = (await Promise.all(urls.map(scrape))) as [Scrape, Scrape, Scrape];
    scrapes = [gateway, auth, reporting];
    const counted = JSON.stringify(
      scrapes.map((each) => [...each].filter(([series]) => /^client_reporting_.*_(count|total)\b/.test(series))),
    );
    const requests = sum(counts(gateway, 'client_reporting_http_request_duration_seconds'));
    const calls = sum(counts(reporting, 'client_reporting_grpc_server_call_duration_seconds'));
    // A readiness check or the audit may use a connection at any moment.
    const inUse = [auth, reporting].some((each) =>
      Object.entries(values(each, 'client_reporting_db_pool_connections')).some(
        ([connections, count]) => connections.endsWith(' used') && count > 0,
      ),
    );
    const settled = counted === last && requests === 15 && calls === 6 && !inUse;
    last = counted;
    return settled;
  });
  return scrapes ?? [new Map(), new Map(), new Map()];
}

function sum(numbers: Record<string, number>): number {
  return Object.values(numbers).reduce((total, number) => total + number, 0);
}

/** How many observations a histogram has, by the values of its labels. */
function counts(scraped: Scrape, name: string): Record<string, number> {
  return values(scraped, `${name}_count`);
}

function values(scraped: Scrape, name: string): Record<string, number> {
  const found = [...scraped].filter(([series]) => series.startsWith(`${name}{`));
  return Object.fromEntries(
    found.map(([series, value]) => [[...series.matchAll(/="([^"]*)"/g)].map(([, label]) => label).join(' '), value]),
  );
}

function namedLike(scraped: Scrape, name: string, pattern: RegExp): string {
  return Object.keys(counts(scraped, name)).find((series) => pattern.test(series)) ?? `nothing like ${pattern.source}`;
}
