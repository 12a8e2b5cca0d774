import { expect, it } from '@jest/globals';
import { Metadata, Server, ServerCredentials, status as grpcStatus } from '@grpc/grpc-js';
import type { StatusObject } from '@grpc/grpc-js';
import { promisify } from 'node:util';
import request from 'supertest';
import type { Test } from 'supertest';
import { errorTable } from '../../proto/errors.ts';
import type { ErrorCode } from '../../proto/errors.ts';
import { claimsFor, forge, signingKeyOf } from '../support/access-token.ts';
import { atExhaustedLimit } from '../support/exhausted-limit.ts';
import { query } from '../support/postgres/database.ts';
import { startProgram } from '../support/programs/start-program.ts';
import { unlimited } from '../support/programs/product.ts';
import { sharedProduct } from '../support/programs/shared-product.ts';
import { reportingService } from '../../proto/load.ts';
import { encodeVersion } from '../../proto/report-version.ts';
import { authorizedGet, company, ofOAuth, paymentsPath, secret, timesheetsPath } from '../support/fixtures.ts';
import { ownGateway, ownProduct } from '../support/programs/own-product.ts';

const product = await sharedProduct(company('documented'), company('documented-inactive'));
const broken = await ownProduct();
const limited = await ownGateway({ RATE_LIMIT_IP: '1' });
const single = await ownGateway(unlimited);
const key = await signingKeyOf(product.databaseUrl);
await query(product.databaseUrl, `update auth.users set status = 'inactive' where id = 'documented-inactive-user'`);
await query(broken.databaseUrl, 'alter schema auth rename to lost');

type Answer = {
  status: number;
  /** Besides `error`; the usual message where it is left out. */
  body?: object;
  headers?: Record<string, string>;
  send: () => Test;
};

const dates = 'fromDate=2024-02-01&toDate=2024-02-29';

const answers: Record<ErrorCode, Answer> = {
  validation_error: {
    status: 400,
    body: {
      message: 'The request is not valid. toDate: is required',
      details: { toDate: { message: 'is required' } },
    },
    send: () => report(`${paymentsPath}?fromDate=2024-02-01`),
  },
  missing_token: {
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
    send: () => request(product.url).get(paymentsPath),
  },
  invalid_token: {
    status: 401,
    headers: {
      'www-authenticate':
        'Bearer error="invalid_token", error_description="The access token is invalid, expired or revoked. Request a new one."',
    },
    send: () => report(paymentsPath, 'a.b.c'),
  },
  invalid_client: {
    status: 401,
    send: () => credentials('documented-client', 'wrong'),
  },
  unauthorized: {
    status: 401,
    headers: {
      'www-authenticate':
        'Bearer error="invalid_token", error_description="The application or its token is not associated with a user."',
    },
    send: () => report(paymentsPath, token({ sub: '' })),
  },
  inactive_user: {
    status: 403,
    send: () => credentials('documented-inactive-client', secret),
  },
  forbidden: {
    status: 403,
    body: { message: 'The grant type must be client_credentials.' },
    send: () => credentials('documented-client', secret, 'password'),
  },
  not_found: {
    status: 404,
    body: { message: 'There is nothing at this path. /openapi.json lists the paths.' },
    send: () => report(`${paymentsPath}/`),
  },
  method_not_allowed: {
    status: 405,
    body: { message: 'This path does not support the method; use GET or HEAD.' },
    headers: { allow: 'GET, HEAD' },
    send: () => request(product.url).post(timesheetsPath),
  },
  not_acceptable: {
    status: 406,
    body: {
      message:
        'The Accept header names no media type that this path has. It has application/json, text/csv, application/x-ndjson, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/vnd.apache.parquet.',
    },
    send: () => report(`${paymentsPath}?${dates}`).set('Accept', 'image/png'),
  },
  version_gone: {
    status: 410,
    body: {
      message:
        "The changes since this version are not known: it is not of your company's data as they are now: it is another company's, or of data that were restored from a backup. Read the report again, without since.",
    },
    send: () =>
      report(`${paymentsPath.replace('list', 'changes')}?${dates}&since=${encodeVersion(new Map([[0, 7n]]))}`),
  },
  data_changed: {
    status: 412,
    send: () => report(`${paymentsPath}?${dates}`).set('If-Match', '"earlier"'),
  },
  payload_too_large: {
    status: 413,
    body: { message: 'The body exceeds 16 KiB.' },
    send: () => credentials('documented-client', 'x'.repeat(17_000)),
  },
  rate_limited: {
    status: 429,
    body: ofOAuth({ message: 'The rate limit is exceeded. Wait for the number of seconds in Retry-After.' }),
    headers: { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-policy': '1;w=60' },
    send: () => request(limited.url).post('/auth/oauth/token'),
  },
  internal_error: {
    status: 500,
    send: () => report(`${paymentsPath}?${dates}`, token(), broken.url),
  },
  service_unavailable: {
    status: 503,
    headers: { 'retry-after': '5' },
    send: () => report(`${timesheetsPath}?${dates}`, token(), single.url),
  },
};

it.each(Object.keys(errorTable) as ErrorCode[])(
  'The API answers %s with its status and body, and nothing else',
  async (code) => {
    const { message } = errorTable[code];
    const { status, body = { message }, headers, send } = answers[code];
    const respond = async () => send().set('X-Request-Id', `request-of-${code}`);
    const response = await (code === 'rate_limited' ? atExhaustedLimit(limited.url, respond) : respond());
    expect([response.status, response.body]).toEqual([status, { error: code, ...body }]);
    expect(status).toBe(errorTable[code].http);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': `request-of-${code}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'ratelimit-limit': expect.any(String),
      ...headers,
    });
    for (const name of ['www-authenticate', 'allow', 'retry-after'].filter((name) => !headers?.[name])) {
      if (name === 'retry-after' && code === 'rate_limited') continue;
      expect(response.headers[name]).toBeUndefined();
    }
    expect(response.headers['x-powered-by']).toBeUndefined();
  },
);

it('The gateway keeps the status and message of a code that only a later release of a service has', async () => {
  const metadata = new Metadata();
  metadata.set('error-code', 'quota_exceeded');
  metadata.set('http-status', '402');
  const later = new Server();
  const refuse = (_: unknown, reply: (status: Partial<StatusObject>) => void) =>
    reply({ code: grpcStatus.FAILED_PRECONDITION, details: 'The quota is used up.', metadata });
  later.addService(reportingService, { List: refuse });
  const port = await promisify(later.bindAsync.bind(later))('127.0.0.1:0', ServerCredentials.createInsecure());
  // Not held to the document, which lacks the code.
  const addresses = { AUTH_ADDRESS: product.authAddress, REPORTING_ADDRESS: `127.0.0.1:${port}` };
  const gateway = startProgram('gateway', { PORT: '0', ...unlimited, ...addresses }, []);
  const response = await report(`${paymentsPath}?${dates}`, token(), await gateway.ready);
  await gateway.stop();
  later.forceShutdown();
  const body = { error: 'quota_exceeded', message: 'The quota is used up.' };
  expect([response.status, response.body]).toEqual([402, body]);
});

it('A token endpoint shows nothing of an internal failure either', async () => {
  const response = await credentials('documented-client', secret, undefined, broken.url).expect(500);
  const { message } = errorTable.internal_error;
  expect(response.body).toEqual({ error: 'internal_error', message });
});

it.each(['a', 'x'.repeat(100), 'A-1.b_2:3'])('The gateway echoes the X-Request-Id %s', async (id) => {
  for (const path of ['/health', '/nowhere', paymentsPath]) {
    const response = await request(product.url).get(path).set('X-Request-Id', id);
    expect(response.headers['x-request-id']).toBe(id);
  }
});

it.each(['', 'x'.repeat(101), 'two words', '{"level":"fatal"}', 'caf\u00e9', 'a,b'])(
  'The gateway makes its own X-Request-Id in place of "%s"',
  async (id) => {
    const responses = await Promise.all(
      [1, 2].map(() => request(product.url).get('/nowhere').set('X-Request-Id', id).expect(404)),
    );
    const ids = responses.map(({ headers }) => String(headers['x-request-id']));
    expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(ids[0]).not.toBe(ids[1]);
  },
);

function token(claims: object = {}): string {
  return forge(key, { ...claimsFor('documented'), ...claims });
}

function report(path: string, bearer = token(), url = product.url): Test {
  return authorizedGet(url, bearer, path);
}

function credentials(clientId: string, clientSecret: string, grantType?: string, url = product.url): Test {
  return request(url).post('/auth/token').send({ clientId, clientSecret, grantType });
}
