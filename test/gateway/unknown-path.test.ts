import { afterAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { startPortal } from '../support/portal/portal.ts';
import { exchange } from '../support/network/raw-http.ts';
import { timesheetsPath } from '../support/fixtures.ts';
import { ownGateway } from '../support/programs/own-product.ts';

const portal = await startPortal();
afterAll(() => portal.stop());
const withPortal = await ownGateway({ PORTAL_URL: portal.url, RATE_LIMIT_IP: '1000' });
const withoutPortal = await ownGateway({ RATE_LIMIT_IP: '1000' });
/** With the portal and HSTS_MAX_AGE_SECONDS. */
const secure = await ownGateway({ HSTS_MAX_AGE_SECONDS: '31536000', PORTAL_URL: portal.url });

it.each([
  timesheetsPath.replace('/list', ''),
  '/auth/tokens',
  '//',
  '/%zz',
  '/"<script>',
  `/health${'x'.repeat(10_000)}`,
  '/portall',
])('GET %s is a 404 that says where the paths are, and repeats nothing', async (path) => {
  for (const { url } of [withPortal, withoutPortal]) {
    const [response] = await exchange(url, `GET ${path} HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\r\n`);
    expect([response?.status, JSON.parse(response?.body ?? '')]).toEqual([
      404,
      { error: 'not_found', message: 'There is nothing at this path. /openapi.json lists the paths.' },
    ]);
  }
});

it.each([
  ['DELETE', timesheetsPath, 'GET or HEAD'],
  ['POST', '/', 'GET or HEAD'],
  ['POST', '/llms.txt', 'GET or HEAD'],
])('The request %s %s is a 405 that names the methods', async (method, path, methods) => {
  const response = await fetch(`${withPortal.url}${path}`, { method });
  expect([response.status, await response.json()]).toEqual([
    405,
    { error: 'method_not_allowed', message: `This path does not support the method; use ${methods}.` },
  ]);
  expect(response.headers.get('allow')).toBe(methods.replace(' or ', ', '));
});

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

it.each(['GET', 'HEAD'])('The request %s / leads a browser to the portal, outside the limits', async (method) => {
  const { status, headers } = await fetch(withPortal.url, {
    method,
    headers: { Accept: browser },
    redirect: 'manual',
  });
  expect([status, headers.get('location'), headers.get('vary')]).toEqual([302, '/portal', 'Accept']);
  expect(headers.get('ratelimit-remaining')).toBeNull();
});

it('GET / is an unknown path without a portal, and for programs', async () => {
  const sendRequest = async (url: string, accept: string) =>
    (await fetch(url, { headers: { Accept: accept }, redirect: 'manual' })).status;
  expect(await sendRequest(withoutPortal.url, browser)).toBe(404);
  for (const accept of ['*/*', 'application/json', 'application/json, text/html', 'text/csv']) {
    expect(await sendRequest(withPortal.url, accept)).toBe(404);
  }
  expect((await request(withPortal.url).get('/').set('Accept', browser).redirects(1)).text).toContain('<title>');
});

const end = 'Host: gateway\r\nConnection: close\r\n\r\n';

it.each<[string, number, string]>([
  ['/health', 200, `GET /health HTTP/1.1\r\n${end}`],
  ['a page of the portal', 200, `GET /portal HTTP/1.1\r\n${end}`],
  ['a page that the portal does not have', 404, `GET /portal/nothing HTTP/1.1\r\n${end}`],
  ['HTTP that can not be read', 400, 'GARBAGE\r\n\r\n'],
])(
  'The answer to %s has Strict-Transport-Security where it is set, and no-store if it is an error or of now',
  async (path, status, bytes) => {
    for (const [{ url }, transportSecurity] of [
      [withPortal, undefined],
      [secure, 'max-age=31536000'],
    ] as const) {
      const [response] = await exchange(url, bytes);
      expect([response?.status, response?.headers['strict-transport-security']]).toEqual([status, transportSecurity]);
      expect(response?.headers['cache-control'] === 'no-store').toBe(status >= 400 || path === '/health');
    }
  },
);
