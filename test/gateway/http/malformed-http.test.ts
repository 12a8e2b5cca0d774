import { expect, it } from '@jest/globals';
import request from 'supertest';
import { startGateway } from '../../support/programs/gateway.ts';
import { exchange, exchangeInTurns } from '../../support/network/raw-http.ts';
import type { RawResponse } from '../../support/network/raw-http.ts';
import { paymentsPath } from '../../support/fixtures.ts';
import { ownGateway } from '../../support/programs/own-product.ts';

const gateway = await ownGateway({ RATE_LIMIT_IP: '1000', RATE_LIMIT_TOKEN_IP: '1000' });

const host = 'Host: gateway\r\n';
const json = 'Content-Type: application/json\r\n';
const chunked = `POST /auth/token HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n`;
const notHttp = { status: 400, body: validationError('request', 'The request is not valid HTTP.') };
const notFound = {
  status: 404,
  body: { error: 'not_found', message: 'There is nothing at this path. /openapi.json lists the paths.' },
};
const methodNotAllowed = (methods: string) => ({
  error: 'method_not_allowed',
  message: `This path does not support the method; use ${methods}.`,
});
const headersTooLarge = {
  status: 431,
  body: { error: 'payload_too_large', message: 'The headers exceed 16 KiB or 100 lines.' },
};

it.each<[string, string | Buffer, { status: number; body: object; allow?: string }]>([
  ['a garbage request line', 'GARBAGE\r\n\r\n', notHttp],
  ['binary garbage, as of a TLS handshake', Buffer.from('160301020001000001fc03030d0a0d0a', 'hex'), notHttp],
  ['an unknown method', `BREW / HTTP/1.1\r\n${host}\r\n`, notHttp],
  ['a NUL in a header', `GET / HTTP/1.1\r\n${host}A: \0\r\n\r\n`, notHttp],
  ['two lengths', `POST /auth/token HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, notHttp],
  ['a length and chunks', chunked.replace('\r\n\r\n', '\r\nContent-Length: 2\r\n\r\n0\r\n\r\n'), notHttp],
  ['a broken chunk', `${chunked}zz\r\n{}\r\n0\r\n\r\n`, notHttp],
  ['headers beyond 16 KiB', `GET / HTTP/1.1\r\n${host}A: ${'a'.repeat(20_000)}\r\n\r\n`, headersTooLarge],
  ['headers of 101 lines', `GET / HTTP/1.1\r\n${host}${'a:\r\n'.repeat(100)}\r\n`, headersTooLarge],
  ['a URL beyond 16 KiB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, headersTooLarge],
  ['an invalid absolute URL', closing('GET http://[/nowhere HTTP/1.1'), notHttp],
  ['a path that is taken for a broken host', closing('GET //user@[#fragment HTTP/1.1'), notHttp],
])('The gateway answers %s once, as JSON with an id, and counts it against no limit', async (_, bytes, expected) => {
  expect(limitOf(await expectAnswer(bytes, expected))).toEqual({});
});

it.each<[string, string, { status: number; body: object; allow?: string }]>([
  ['HTTP/1.1 without a Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', notHttp],
  ['two Host lines', closing('GET / HTTP/1.1', host), notHttp],
  ['a Host with a broken IPv6 address', hostLine('[:::::]'), notHttp],
  ['a Host with a port beyond the last', hostLine('a:65536'), notHttp],
  ['a Host of more characters than a name of DNS has', hostLine('a'.repeat(254)), notHttp],
  ['a Host with a broken escape', hostLine('%zz'), notHttp],
  ['an invalid Host', hostLine('a b/c@d'), notHttp],
  ['two Authorization lines', closing('GET / HTTP/1.1', 'Authorization: a\r\nAuthorization: b\r\n'), notHttp],
  ['HTTP/2.0 in the request line', closing('GET / HTTP/2.0'), notHttp],
  ['HTTP/1.0 without a Host, which needs none', 'GET / HTTP/1.0\r\n\r\n', notFound],
  ['OPTIONS of everything', closing(`OPTIONS * HTTP/1.1`), notFound],
  ['TRACE', closing('TRACE /auth/token HTTP/1.1'), { status: 405, body: methodNotAllowed('POST'), allow: 'POST' }],
  ['an unknown Expect', closing('GET /nowhere HTTP/1.1', 'Expect: miracles\r\n'), notFound],
  [
    'a wish for another protocol',
    closing('GET / HTTP/1.1', 'Connection: upgrade, close\r\nUpgrade: h2c\r\n'),
    notFound,
  ],
  ['an absolute URL', closing('GET http://gateway/nowhere?page=1 HTTP/1.1'), notFound],
  ['an absolute URL with an invalid port', closing('GET http://gateway:x/ HTTP/1.1'), notFound],
  ...['gzip', 'rot13'].map((encoding): [string, string, { status: number; body: object }] => [
    `a body that is not ${encoding}, as it says`,
    closing('POST /auth/token HTTP/1.1', `${json}Content-Encoding: ${encoding}\r\nContent-Length: 2\r\n`) + '{}',
    {
      status: 400,
      body: validationError('body', 'can not be read', 'The request is not valid. body: can not be read'),
    },
  ]),
])('The gateway answers %s once, as JSON with an id and the limits', async (_, bytes, expected) => {
  expect(limitOf(await expectAnswer(bytes, expected))).toEqual({
    'ratelimit-limit': '1000',
    'ratelimit-remaining': expect.stringMatching(/^\d{3}$/),
    'ratelimit-reset': expect.stringMatching(/^[1-6]?\d$/),
    'ratelimit-policy': '1000;w=60',
  });
});

it('The gateway answers a malformed request that follows a good one on its connection', async () => {
  const good = `GET /nowhere HTTP/1.1\r\n${host}\r\n`;
  const garbage = await exchangeInTurns(gateway.url, good, 'GARBAGE\r\n\r\n');
  expect(garbage.map(({ status }) => status)).toEqual([404, 400]);
});

it.each([
  ['a good one', `GET /nowhere HTTP/1.1\r\n${host}\r\n`],
  ['garbage', 'GARBAGE\r\n\r\n'],
])('The gateway answers a request, and ends its connection, when %s follows before the answer', async (_, early) => {
  const first = `POST /auth/token HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nX-Request-Id: own\r\n\r\n{}`;
  const answers = await exchange(gateway.url, first + early, early);
  expect(answers.map(({ status, headers }) => [status, headers['x-request-id'], headers.connection])).toEqual([
    [400, 'own', 'close'],
  ]);
});

it('The gateway answers the first of many requests in one packet, reads no more of them, and ends the connection', async () => {
  const credentials = JSON.stringify({ clientId: 'nobody', clientSecret: 'no secret' });
  const first = `POST /auth/token HTTP/1.1\r\n${host}${json}Content-Length: ${credentials.length}\r\n\r\n${credentials}`;
  for (const packet of [first.repeat(3), `GET /nowhere HTTP/1.1\r\n${host}\r\n`.repeat(1_000)]) {
    expect((await exchange(gateway.url, packet)).map(({ headers }) => headers.connection)).toEqual(['close']);
  }
});

it.each(['gateway:8080', '[::1]:8080', 'a_b', '', `${'a'.repeat(253)}:65535`])(
  'The gateway accepts the Host "%s"',
  async (name) => {
    const [response] = await exchange(
      gateway.url,
      `GET /health HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`,
    );
    expect(response?.status).toBe(200);
  },
);

it('The gateway answers a byte beyond ASCII in the URL of a report, and logs such requests at most once a second', async () => {
  const own = await startGateway({});
  const sent = Buffer.from(`GET ${paymentsPath}?fromDate=\xe9 HTTP/1.1\r\n${host}\r\n`, 'latin1');
  const startedAt = performance.now();
  for (let count = 0; count < 30; count += 1) {
    expect((await exchange(own.url, sent)).map(({ status }) => status)).toEqual([400]);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  await own.stop();
  const lines = own.logs().filter((line) => line.includes('malformed HTTP'));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThanOrEqual(seconds + 1);
});

it('The gateway reads all of 100 header lines', async () => {
  const head = `GET /nowhere HTTP/1.1\r\n${'a:\r\n'.repeat(97)}${host}Connection: close\r\nX-Request-Id: kept\r\n\r\n`;
  const [answer] = await exchange(gateway.url, head);
  expect([answer?.status, answer?.headers['x-request-id']]).toEqual([404, 'kept']);
});

it('The gateway answers once a request whose body breaks after its answer', async () => {
  const start = chunked.replace('/auth/token', '/nowhere');
  const responses = await exchangeInTurns(gateway.url, start, 'zz\r\n');
  expect(responses.map(({ status }) => status)).toEqual([404]);
});

it("The gateway answers a request whose body breaks under the request's own id", async () => {
  const [response] = await exchange(gateway.url, chunked.replace(host, `${host}X-Request-Id: own\r\n`), 'zz\r\n');
  expect([response?.status, response?.headers['x-request-id']]).toEqual([400, 'own']);
});

it('The gateway charges a request that it read and refuses, and no request that it could not read', async () => {
  const strict = await startGateway({ RATE_LIMIT_IP: '1' });
  try {
    const answers = [];
    for (const bytes of ['GARBAGE\r\n\r\n', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 'GARBAGE\r\n\r\n'])
      answers.push(...(await exchange(strict.url, bytes)));
    expect(answers.map(({ status, headers }) => [status, headers['ratelimit-remaining']])).toEqual([
      [400, undefined],
      [400, '0'],
      [400, undefined],
    ]);
    await request(strict.url).get('/nowhere').expect(429);
  } finally {
    await strict.stop();
  }
});

it('The gateway answers a request that never ends, and others meanwhile', async () => {
  const late = { status: 408, body: validationError('request', 'The request did not arrive in time.') };
  const slow = Promise.all([
    exchange(gateway.url, `GET /nowhere HTTP/1.1\r\n${host}X-Slow: `, 'a', 'b', 'c'),
    exchange(gateway.url, `${chunked}1\r\n{\r\n`, '1\r\n'),
  ]);
  await request(gateway.url).get('/health').expect(200);
  for (const responses of await slow) {
    expect(responses.map((response) => ({ status: response.status, body: bodyOf(response) }))).toEqual([late]);
    expect(responses[0]?.headers).toMatchObject({ 'x-request-id': expect.any(String), connection: 'close' });
  }
});

async function expectAnswer(bytes: string | Buffer, expected: { status: number; body: object; allow?: string }) {
  const responses = await exchange(gateway.url, bytes);
  expect(responses).toHaveLength(1);
  const [response] = responses;
  const { status, body, allow } = expected;
  expect({ status: response?.status, body: bodyOf(response) }).toEqual({ status, body });
  expect(response?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  });
  expect(response?.headers.allow).toBe(allow);
  await request(gateway.url).get('/health').expect(200);
  return response;
}

function limitOf(response: RawResponse | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(response?.headers ?? {}).filter(([name]) => name.startsWith('ratelimit')));
}

function closing(requestLine: string, headers = ''): string {
  return `${requestLine}\r\n${host}${headers}${headers.includes('Connection') ? '' : 'Connection: close\r\n'}\r\n`;
}

function bodyOf(response: RawResponse | undefined): unknown {
  return JSON.parse(response?.body ?? '');
}

function validationError(field: string, message: string, text = message) {
  return { error: 'validation_error', message: text, details: { [field]: { message } } };
}

function hostLine(value: string): string {
  return `GET / HTTP/1.1\r\nHost: ${value}\r\nConnection: close\r\n\r\n`;
}

it('A client that expects 100 Continue gets it before the answer', async () => {
  const head = `POST /auth/oauth/token HTTP/1.1\r\n${host}Expect: 100-continue\r\n${json}Content-Length: 2\r\n`;
  const responses = await exchange(gateway.url, `${head}Connection: close\r\n\r\n`, '{}');
  expect(responses.map(({ status }) => status)).toEqual([100, 400]);
});
