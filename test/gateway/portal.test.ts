import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { readGatewayConfig } from '../../gateway/config.ts';
import { startGateway } from '../support/programs/gateway.ts';
import { startPortal } from '../support/portal/portal.ts';
import { exchange } from '../support/network/raw-http.ts';
import { changedTimes } from '../support/programs/main-of.ts';
import { until } from '../support/until.ts';
import { ownGateway } from '../support/programs/own-product.ts';

const notFound = { error: 'not_found', message: 'There is nothing at this path. The nearest is /portal.' };
const unknownPath = {
  error: 'not_found',
  message: expect.stringMatching(/^There is nothing at this path\. (The nearest is \S+|\S+ lists the paths)\.$/),
};
const unavailable = {
  error: 'service_unavailable',
  message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
};

const portal = await startPortal();
afterAll(() => portal.stop());
const withPortal = await ownGateway({ PORTAL_URL: portal.url });

it('The portal is served at /portal, with a strict Content-Security-Policy', async () => {
  const response = await request(withPortal.url).get('/portal').set('X-Request-Id', 'mine').expect(200);
  expect(response.text).toContain('<div id="app">');
  const { date: _date, etag, 'content-length': _length, ...headers } = response.headers;
  expect(etag).toMatch(/^W\/"[\w-]{16}"$/);
  expect(headers).toEqual({
    'cache-control': 'no-cache',
    connection: 'close',
    'content-encoding': 'gzip',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'",
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'mine',
  });
});

it.each(['/llms.txt', '/llms-full.txt'])('The portal has %s at the root, too', async (path) => {
  const { text, headers } = await request(withPortal.url).get(path).expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text).toBe((await request(withPortal.url).get(`/portal${path}`).expect(200)).text);
});

it('The portal is compressed as the browser accepts it, and its hashed files are kept for a year', async () => {
  const { text } = await request(withPortal.url).get('/portal/').expect(200);
  const script = /src="(\/portal\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? '';
  const lengths = await Promise.all(
    ['br, gzip', 'identity'].map(async (acceptEncoding) => {
      const response = await request(withPortal.url).head(script).set('Accept-Encoding', acceptEncoding).expect(200);
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
      return [response.headers['content-encoding'], Number(response.headers['content-length'])] as const;
    }),
  );
  expect(lengths.map(([encoding]) => encoding)).toEqual(['gzip', undefined]);
  const [gzip = 0, identity = 0] = lengths.map(([, length]) => length);
  expect(gzip).toBeLessThan(identity / 2);
});

it('A portal page that the browser has is answered with 304', async () => {
  const { headers } = await request(withPortal.url).get('/portal').expect(200);
  const again = await request(withPortal.url).get('/portal').set('If-None-Match', String(headers.etag)).expect(304);
  expect(again.text).toBe('');
});

it.each(['/portal/nothing', '/portal/assets'])(
  'The portal answers %s, which it does not have, as every unknown path',
  async (path) => {
    const response = await request(withPortal.url).get(path);
    expect([response.status, response.body]).toEqual([404, notFound]);
  },
);

it('A portal that is starting answers a browser with a page that says so', async () => {
  const response = await request(withPortal.url)
    .get('/portal/nothing')
    .set('Accept', 'text/html,*/*;q=0.8')
    .expect(404);
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(response.headers['content-security-policy']).toContain("script-src 'self'");
  expect(response.text).toContain('There is no such page.');
});

it('The portal is outside the limit of the address, and has its own limit, which only its refusals show', async () => {
  const limited = await startGateway({ PORTAL_URL: portal.url, RATE_LIMIT_IP: '1' });
  const statusAndLimit = async (path: string) => {
    const { status, headers } = await request(limited.url).get(path);
    return [status, headers['ratelimit-limit'], 'retry-after' in headers];
  };
  expect(await statusAndLimit('/openapi.json')).toEqual([200, '1', false]);
  expect(await statusAndLimit('/openapi.json')).toEqual([429, '1', true]);
  for (let count = 0; count < 10; count += 1) expect(await statusAndLimit('/portal')).toEqual([200, undefined, false]);
  expect(await statusAndLimit('/portal/nothing')).toEqual([429, '10', true]);
  await limited.stop();
});

it('The portal is read-only', async () => {
  const post = await request(withPortal.url).post('/portal').send({});
  expect([post.status, post.headers.allow, post.body]).toMatchObject([
    405,
    'GET, HEAD',
    { error: 'method_not_allowed' },
  ]);
  for (const body of ['Content-Length: 5\r\n\r\nhello', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n']) {
    const [answer, ...more] = await exchange(
      withPortal.url,
      `GET /portal HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n${body}`,
    );
    const details = { body: { message: 'must be empty' } };
    expect([answer?.status, JSON.parse(answer?.body ?? ''), more]).toMatchObject([400, { details }, []]);
  }
});

let requested: IncomingMessage[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const upstream = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  requested.push(request);
  answer(request, response);
}).listen(0, '127.0.0.1');
await once(upstream, 'listening');
const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
const gateway = await ownGateway({ PORTAL_URL: url, RATE_LIMIT_IP: '1000' });
const impatient = await ownGateway({ PORTAL_URL: url, ...changedTimes({ portalDeadlineMs: 500 }) });
beforeEach(() => {
  requested = [];
  answer = (_, response) => void response.end('page');
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});

const get = (target: string, headers = '') =>
  exchange(gateway.url, `GET ${target} HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n${headers}\r\n`);

it.each([
  '/portal/..%2fauth/token',
  '/portal/%2e%2e/health',
  '/portal/../health',
  '/portal/..;/health',
  '/portal/..\\health',
  '/portal//health',
  '//portal/guide',
  '/portal/.env',
  '/portalx',
])('No %s reaches the portal', async (target) => {
  const [response] = await get(target);
  expect([response?.status, JSON.parse(response?.body ?? '')]).toEqual([404, unknownPath]);
  expect(requested).toEqual([]);
});

it('A plain path without its query reaches the portal, from an absolute URL too', async () => {
  await get('/portal/guide?next=/../auth/token');
  await get('http://elsewhere:1/portal/assets/a-1.b_2.js');
  await get('/portal/');
  expect(requested.map(({ url }) => url)).toEqual(['/portal/guide', '/portal/assets/a-1.b_2.js', '/portal/']);
});

it('Credentials, cookies and hop-by-hop headers do not reach the portal, whatever is expected or upgraded', async () => {
  const sent =
    'Authorization: Bearer secret\r\nCookie: a=b\r\nProxy-Authorization: x\r\nX-Forwarded-For: 10.0.0.1\r\n' +
    'Keep-Alive: 1\r\nTE: trailers\r\nX-Other: y\r\nUser-Agent: test\r\nAccept: text/html\r\nX-Request-Id: mine\r\n';
  await get('/portal', sent);
  await get('/portal', `${sent}Expect: 100-continue\r\n`);
  await get('/portal', sent.replace('Keep-Alive', 'Connection: Upgrade\r\nUpgrade: websocket\r\nKeep-Alive'));
  const host = new URL(`http://${requested[0]?.headers.host}`).host;
  const passed = {
    host,
    connection: 'keep-alive',
    accept: 'text/html',
    'user-agent': 'test',
    'x-request-id': 'mine',
  };
  expect(requested.map(({ headers }) => headers)).toEqual([passed, passed, passed]);
  expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
});

it("The portal's answer comes back without cookies and hop-by-hop headers, under the id of the gateway", async () => {
  answer = (_, response) => {
    response.writeHead(200, {
      'Set-Cookie': 'a=b',
      'Keep-Alive': 'timeout=9',
      Upgrade: 'h2c',
      'RateLimit-Limit': '7',
      'X-Request-Id': 'other',
      'Access-Control-Allow-Origin': '*',
      'Content-Type': 'text/plain',
    });
    response.end('page');
  };
  const response = await request(gateway.url).get('/portal').set('X-Request-Id', 'mine').expect(200);
  const { date: _date, ...headers } = response.headers;
  expect(headers).toEqual({
    connection: 'close',
    'content-type': 'text/plain',
    'transfer-encoding': 'chunked',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'mine',
  });
});

it.each<[string, (response: ServerResponse) => unknown]>([
  ['fails', (response) => response.writeHead(500, { 'Content-Type': 'text/html' }).end('a stack trace')],
  ['leads elsewhere', (response) => response.writeHead(302, { Location: 'http://elsewhere/' }).end()],
])('The answer is one 503 where the portal %s', async (_, given) => {
  answer = (_request, response) => void given(response);
  expectUnavailable(await request(gateway.url).get('/portal'));
});

it('The answer is one 503 where the portal breaks off, so that a part cannot pass for the whole', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'Content-Length': '10' });
    response.write('half', () => response.destroy());
  };
  expectUnavailable(await request(gateway.url).get('/portal'));
  answer = (_, response) => {
    response.writeHead(200, { 'Content-Length': '10' }).write('half'); // and no more within the deadline
  };
  expectUnavailable(await request(impatient.url).get('/portal'));
});

const example = 'https://reports.example.com';
it.each([
  ['with a Content-Length', '/portal', 'gateway', Buffer.alloc(17_000_000)],
  ['without one', '/portal', 'gateway', Buffer.alloc(17_000_000)],
  ['with the addresses that are put in', '/llms.txt', 'a'.repeat(200), example.repeat(100_000)],
])("The portal's answers count among the unread bytes, %s", async (length, path, host, page) => {
  answer = (_, response) => {
    response.setHeader('Content-Type', 'text/html');
    if (length === 'without one') response.writeHead(200);
    response.end(page);
  };
  const { hostname, port } = new URL(gateway.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const isRefused = async () => (await request(gateway.url).head('/portal')).status === 503;
  await until('a refusal', isRefused);
  socket.destroy();
  await until('an answer', async () => !(await isRefused()));
});

it('A request to the portal is ended where the browser disconnects', async () => {
  let closed: Promise<unknown> | undefined;
  const reached = new Promise<void>((resolve) => {
    answer = (_, response) => {
      closed = once(response, 'close');
      response.writeHead(200).write('half');
      resolve();
    };
  });
  const client = new AbortController();
  const aborted = fetch(`${gateway.url}/portal`, { signal: client.signal }).then((response) => response.text());
  await reached;
  client.abort();
  await expect(aborted).rejects.toThrow();
  await closed;
});

it('A portal that is down is one 503, and the rest of the API works as before', async () => {
  const portal = await startPortal();
  const gateway = await startGateway({ PORTAL_URL: portal.url, RATE_LIMIT_IP: '1000' });
  expect((await request(gateway.url).get('/portal')).status).toBe(200);
  await portal.stop();
  expectUnavailable(await request(gateway.url).get('/portal'));
  await request(gateway.url).get('/health').expect('Cache-Control', 'no-store').expect({ status: 'ok' });
  expect((await request(gateway.url).get('/nowhere')).body).toEqual(unknownPath);
  const again = await startPortal(Number(new URL(portal.url).port));
  expect((await request(gateway.url).get('/portal')).status).toBe(200);
  await again.stop();
  await gateway.stop();
});

it.each(['portal:8080', 'http://portal/path', 'http://user:secret@portal'])(
  'The gateway refuses the PORTAL_URL %s',
  (value) => {
    const addresses = { AUTH_ADDRESS: '127.0.0.1:1', REPORTING_ADDRESS: '127.0.0.1:1' };
    const refusal = new Error('PORTAL_URL: must be http(s)://HOST[:PORT]');
    expect(() => readGatewayConfig({ ...addresses, PORTAL_URL: value })).toThrow(refusal);
  },
);

function expectUnavailable({ status, body, headers }: request.Response): void {
  expect({ status, body: body as unknown, retryAfter: headers['retry-after'] }).toEqual({
    status: 503,
    body: unavailable,
    retryAfter: '5',
  });
  expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
}
