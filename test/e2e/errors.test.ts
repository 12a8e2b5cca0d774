import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import type { Test } from 'supertest';
import { errorTable } from '../../proto/errors.ts';
import type { ErrorCode } from '../../proto/errors.ts';
import { claimsFor, forge, signingKeyOf } from '../support/access-token.ts';
import type { SigningKey } from '../support/access-token.ts';
import { atExhaustedLimit } from '../support/exhausted-limit.ts';
import { query } from '../support/postgres/database.ts';
import { document, operationOf } from '../support/openapi/document.ts';
import { startGateway } from '../support/programs/gateway.ts';
import type { Gateway } from '../support/programs/gateway.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { sharedProduct } from '../support/programs/shared-product.ts';
import { exchange } from '../support/network/raw-http.ts';
import { encodeVersion } from '../../proto/report-version.ts';
import { company, ofOAuth, paymentsPath, secret, timesheetsPath, together } from '../support/fixtures.ts';

type Operation = { method: string; path: string };
type Answered = { status: number };

let broken: Product;
let limited: Gateway;
let single: Gateway;
let narrow: Gateway;
const silentAuth = createServer(() => undefined);
let key: SigningKey;
const product = await sharedProduct();

beforeAll(async () => {
  broken = await startProduct();
  limited = await startGateway({ RATE_LIMIT_IP: '1' });
  single = await startGateway(unlimited);
  await once(silentAuth.listen(0, '127.0.0.1'), 'listening');
  const { port } = silentAuth.address() as AddressInfo;
  narrow = await startGateway({
    ...unlimited,
    MAX_CONCURRENT_REQUESTS: '1',
    AUTH_ADDRESS: `127.0.0.1:${port}`,
  });
  await load(product.databaseUrl, together(...['documented', 'documented-inactive'].map(company)));
  await query(product.databaseUrl, `update auth.users set status = 'inactive' where id = 'documented-inactive-user'`);
  await query(broken.databaseUrl, 'alter schema auth rename to lost');
  key = await signingKeyOf(product.databaseUrl);
});
afterAll(async () => {
  silentAuth.close();
  await Promise.all([broken.stop(), limited.stop(), single.stop(), narrow.stop()]);
});

const documented = new Map<string, Operation[]>();
for (const path of Object.keys(document.paths)) {
  const { method = '', responses = {} } = operationOf(path) ?? {};
  for (const status of Object.keys(responses).filter((status) => Number(status) >= 400)) {
    documented.set(status, [...(documented.get(status) ?? []), { method, path }]);
  }
}

const closing = 'Connection: close\r\n\r\n';

/** How each status is met on any operation that documents it. */
const producers: Record<string, (operation: Operation) => Promise<Answered>> = {
  400: (operation) => raw(operation, closing),
  401: (operation) => as('unknown', operation, { token: 'garbage' }),
  403: (operation) => as('documented', operation, { grantType: 'password' }),
  405: ({ path }) => sendRequest({ method: 'DELETE', path }),
  406: (operation) => as('documented', operation, {}, product.url, { Accept: 'text/plain' }),
  408: (operation) => raw(operation, 'Host: x\r\n'),
  410: ({ method, path }) => as('documented', { method, path: `${path}?since=${encodeVersion(new Map([[0, 7n]]))}` }),
  412: (operation) => as('documented', operation, {}, product.url, { 'If-Match': '"earlier"' }),
  413: (operation) => as('documented', operation, { padding: 'x'.repeat(17_000) }),
  429: (operation) => atExhaustedLimit(limited.url, () => sendRequest(operation, {}, limited.url)),
  431: (operation) => raw(operation, `Host: x\r\nPadding: ${'x'.repeat(17_000)}\r\n${closing}`),
  500: (operation) => as('documented', operation, {}, broken.url),
  // The document needs no service, and is refused only beside others in progress.
  503: (operation) =>
    operation.path.startsWith('/openapi') ? besideAnother(operation) : as('documented', operation, {}, single.url),
};

it.each([...documented.keys()])(
  'every operation that documents %s answers it',
  async (status) => {
    const operations = documented.get(status) ?? [];
    const produced = operations.map(async (operation) => [operation, (await producers[status]?.(operation))?.status]);
    expect(await Promise.all(produced)).toEqual(operations.map((operation) => [operation, Number(status)]));
  },
  60_000,
);

type Answer = {
  status: number;
  /** Besides `error`. */
  body: object;
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
    body: { message: 'The Authorization header is missing. Send "Authorization: Bearer <ACCESS_TOKEN>".' },
    headers: { 'www-authenticate': 'Bearer' },
    send: () => request(product.url).get(paymentsPath),
  },
  invalid_token: {
    status: 401,
    body: { message: 'The access token is invalid, expired or revoked. Request a new one.' },
    headers: {
      'www-authenticate':
        'Bearer error="invalid_token", error_description="The access token is invalid, expired or revoked. Request a new one."',
    },
    send: () => report(paymentsPath, 'a.b.c'),
  },
  invalid_client: {
    status: 401,
    body: { message: 'The client ID or the client secret is wrong.' },
    send: () => credentials('documented-client', 'wrong'),
  },
  unauthorized: {
    status: 401,
    body: { message: 'The application or its token is not associated with a user.' },
    headers: {
      'www-authenticate':
        'Bearer error="invalid_token", error_description="The application or its token is not associated with a user."',
    },
    send: () => report(paymentsPath, token({ sub: '' })),
  },
  inactive_user: {
    status: 403,
    body: { message: 'The user is not active.' },
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
    body: {
      message: 'The data have changed since the version in If-Match. Start again at the first page, without If-Match.',
    },
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
    body: {
      message: 'An unexpected error occurred. Retry after 5 to 10 seconds; if it persists, report the X-Request-Id.',
    },
    send: () => report(`${paymentsPath}?${dates}`, token(), broken.url),
  },
  service_unavailable: {
    status: 503,
    body: { message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.' },
    headers: { 'retry-after': '5' },
    send: () => report(`${timesheetsPath}?${dates}`, token(), single.url),
  },
};

it.each(Object.keys(errorTable) as ErrorCode[])(
  'answers %s with its status and body, and nothing else',
  async (code) => {
    const { status, body, headers, send } = answers[code];
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

it('shows nothing of a failure at a token endpoint either', async () => {
  const response = await credentials('documented-client', secret, undefined, broken.url).expect(500);
  expect(response.body).toEqual({ error: 'internal_error', ...answers.internal_error.body });
});

it.each(['a', 'x'.repeat(100), 'A-1.b_2:3'])('echoes the X-Request-Id %s', async (id) => {
  for (const path of ['/health', '/nowhere', paymentsPath]) {
    const response = await request(product.url).get(path).set('X-Request-Id', id);
    expect(response.headers['x-request-id']).toBe(id);
  }
});

it.each(['', 'x'.repeat(101), 'two words', '{"level":"fatal"}', 'caf\u00e9', 'a,b'])(
  'makes an X-Request-Id of its own for "%s"',
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
  return request(url).get(path).set('Authorization', `Bearer ${bearer}`);
}

function credentials(clientId: string, clientSecret: string, grantType?: string, url = product.url): Test {
  return request(url).post('/auth/token').send({ clientId, clientSecret, grantType });
}

/** Sends a request with a token or the credentials of the company's application, as the operation wants it. */
function as(
  company: string,
  operation: Operation,
  more: Record<string, string> = {},
  url = product.url,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const { token = 'any', grantType = 'client_credentials' } = more;
  const isMcp = operation.path === '/mcp';
  if (operation.method === 'GET' || isMcp) {
    const bearer = more.token ?? forge(key, { ...claimsFor(company), grant_type: grantType });
    const groups = operation.path.endsWith('/summary') ? '&groupBy=month' : '';
    const dates = /\/(teams|contractors)\/list$|\/company$/.test(operation.path)
      ? ''
      : 'fromDate=2024-01-01&toDate=2024-01-31';
    const path = `${operation.path}${operation.path.includes('?') ? '&' : '?'}${dates}${groups}`;
    const body = isMcp ? { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', ...more }) } : {};
    const type = isMcp ? { 'Content-Type': 'application/json' } : {};
    const init = { headers: { Authorization: `Bearer ${bearer}`, ...type, ...headers }, ...body };
    return sendRequest({ ...operation, path }, init, url);
  }
  const body = JSON.stringify({ clientId: `${company}-client`, clientSecret: secret, token, grantType, ...more });
  return sendRequest(operation, { headers: { 'Content-Type': 'application/json' }, body }, url);
}

async function sendRequest({ method, path }: Operation, init: RequestInit = {}, url = product.url): Promise<Answered> {
  return fetch(`${url}${path}`, { method, ...init });
}

/** Sends a request while the only request at once is one that auth does not answer. */
async function besideAnother(operation: Operation): Promise<Answered> {
  const waiting = new AbortController();
  void fetch(`${narrow.url}/.well-known/jwks.json`, { signal: waiting.signal }).catch(() => undefined);
  try {
    for (;;) {
      const response = await fetch(`${narrow.url}${operation.path}`, { method: operation.method });
      if (response.status !== 200) return response;
    }
  } finally {
    waiting.abort();
  }
}

/** What is answered to the rest of a request after its first line. */
async function raw({ method, path }: Operation, rest: string): Promise<Answered> {
  const [response] = await exchange(product.url, `${method} ${path} HTTP/1.1\r\n${rest}`);
  if (!response) throw new Error('no answer');
  return response;
}
