import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import type { Test } from 'supertest';
import { errorTable } from '../../proto/errors.ts';
import { encodeVersion } from '../../proto/report-version.ts';
import type { ErrorCode } from '../../proto/errors.ts';
import { claimsFor, forge, signingKeyOf } from '../support/access-token.ts';
import type { SigningKey } from '../support/access-token.ts';
import { query } from '../support/postgres/database.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { until } from '../support/until.ts';
import { company, ofOAuth, paymentsPath, secret, timesheetsPath, together, tokenOf } from '../support/fixtures.ts';

let product: Product;
let token: string;
let key: SigningKey;

beforeAll(async () => {
  const limited = [{ name: 'limited', key: 'ip', limit: 1, routes: ['POST /auth/oauth/token'] }];
  product = await startProduct({ ...unlimited, RATE_LIMIT_TIERS: JSON.stringify(limited) });
  await load(product.databaseUrl, together(company('acme'), company('inactive')));
  await query(product.databaseUrl, `update auth.users set status = 'inactive' where id = 'inactive-user'`);
  token = await tokenOf(product.url, 'acme');
  key = await signingKeyOf(product.databaseUrl);
});
afterAll(() => product.stop());

type Producer = {
  status: number;
  /** Besides `error`. */
  body: object;
  headers?: Record<string, string>;
  /** Brings the product into the state in which `send` meets the error. */
  prepare?: () => Promise<unknown>;
  send: () => Test;
  /** Undoes it. */
  repair?: () => Promise<unknown>;
};

const dates = 'fromDate=2024-02-01&toDate=2024-02-29';

const producers: Record<ErrorCode, Producer> = {
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
    send: () => credentials('acme-client', 'wrong'),
  },
  unauthorized: {
    status: 401,
    body: { message: 'The application or its token is not associated with a user.' },
    headers: {
      'www-authenticate':
        'Bearer error="invalid_token", error_description="The application or its token is not associated with a user."',
    },
    send: () => report(paymentsPath, forge(key, { ...claimsFor('acme'), sub: '' })),
  },
  inactive_user: {
    status: 403,
    body: { message: 'The user is not active.' },
    send: () => credentials('inactive-client', secret),
  },
  forbidden: {
    status: 403,
    body: { message: 'The grant type must be client_credentials.' },
    send: () => credentials('acme-client', secret, 'password'),
  },
  not_found: {
    status: 404,
    body: { message: `There is nothing at this path. The nearest is ${paymentsPath}.` },
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
    send: () => credentials('acme-client', 'x'.repeat(17_000)),
  },
  rate_limited: {
    status: 429,
    body: ofOAuth({ message: 'The rate limit is exceeded. Wait for the number of seconds in Retry-After.' }),
    headers: { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-policy': '1;w=60' },
    prepare: () => request(product.url).post('/auth/oauth/token').expect(400),
    send: () => request(product.url).post('/auth/oauth/token'),
  },
  internal_error: {
    status: 500,
    body: {
      message: 'An unexpected error occurred. Retry after 5 to 10 seconds; if it persists, report the X-Request-Id.',
    },
    prepare: () => query(product.databaseUrl, 'alter schema reporting rename to lost'),
    send: () => report(`${paymentsPath}?${dates}`),
    repair: () => query(product.databaseUrl, 'alter schema lost rename to reporting'),
  },
  service_unavailable: {
    status: 503,
    body: { message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.' },
    headers: { 'retry-after': '5' },
    prepare: () => product.reporting.stop(),
    send: () => report(`${timesheetsPath}?${dates}`),
    repair: () => product.restartReporting(async () => (await report(`${timesheetsPath}?${dates}`)).status === 200),
  },
};

it.each(Object.keys(errorTable) as ErrorCode[])(
  'answers %s with its status and body, and nothing else',
  async (code) => {
    const { status, body, headers, prepare, send, repair } = producers[code];
    try {
      await prepare?.();
      const response = await send().set('X-Request-Id', `request-of-${code}`);
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
    } finally {
      await repair?.();
    }
  },
);

it('serves again once what failed is back', async () => {
  for (const path of [paymentsPath, timesheetsPath]) {
    await until(path, async () => (await report(`${path}?${dates}`)).status === 200);
  }
});

it('shows nothing of a failure of the authorization service either', async () => {
  await query(product.databaseUrl, 'alter table auth.oauth_applications rename to lost');
  try {
    const response = await credentials('acme-client', secret).expect(500);
    expect(response.body).toEqual({ error: 'internal_error', ...producers.internal_error.body });
  } finally {
    await query(product.databaseUrl, 'alter table auth.lost rename to oauth_applications');
  }
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

function report(path: string, bearer = token): Test {
  return request(product.url).get(path).set('Authorization', `Bearer ${bearer}`);
}

function credentials(clientId: string, clientSecret: string, grantType?: string): Test {
  return request(product.url).post('/auth/token').send({ clientId, clientSecret, grantType });
}
