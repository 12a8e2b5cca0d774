import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startGateway } from '../../support/programs/gateway.ts';
import type { Gateway } from '../../support/programs/gateway.ts';
import { unlimited } from '../../support/programs/product.ts';
import { exchange } from '../../support/network/raw-http.ts';
import { paymentsPath } from '../../support/fixtures.ts';

let gateway: Gateway;
let limited: Gateway;

beforeAll(async () => {
  gateway = await startGateway(unlimited);
  limited = await startGateway({ RATE_LIMIT_IP: '1' });
});
afterAll(() => Promise.all([gateway.stop(), limited.stop()]));

const json = 'Content-Type: application/json\r\n';

it.each([
  ['too large a body', 413, 'POST /auth/token', `${json}Content-Length: 20000\r\n`],
  ['a body that is no JSON', 400, 'POST /auth/token', 'Content-Type: text/plain\r\nContent-Length: 2\r\n'],
  ['a missing token', 401, `GET ${paymentsPath}`, 'Content-Length: 2\r\n'],
  ['an unknown path', 404, 'POST /nowhere', 'Content-Length: 2\r\n'],
  ['a wrong method', 405, 'PUT /auth/token', 'Content-Length: 2\r\n'],
])('refuses %s with %d before it asks for the body', async (_, status, requestLine, headers) => {
  expect(await statuses(gateway, requestLine, headers)).toEqual([status]);
});

it('refuses an exceeded limit with 429 before it asks for the body', async () => {
  const headers = `${json}Content-Length: 2\r\n`;
  await statuses(limited, 'POST /auth/token', `${headers}Connection: close\r\n`, '{}');
  expect(await statuses(limited, 'POST /auth/token', headers)).toEqual([429]);
});

it.each([
  ['JSON', `${json}Content-Length: 2\r\n`, '{}'],
  ['a form', 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n', 'a=b'],
  ['chunks', `${json}Transfer-Encoding: chunked\r\n`, '2\r\n{}\r\n0\r\n\r\n'],
])('asks once for %s that it reads', async (_, headers, body) => {
  expect(await statuses(gateway, 'POST /auth/oauth/token', `${headers}Connection: close\r\n`, body)).toEqual([
    100, 400,
  ]);
});

it('asks no client of HTTP/1.0, which does not know of it', async () => {
  const head = `POST /auth/token HTTP/1.0\r\nExpect: 100-continue\r\n${json}Content-Length: 2\r\n\r\n`;
  const responses = await exchange(gateway.url, head, '{}');
  expect(responses.map(({ status }) => status)).toEqual([400]);
});

async function statuses({ url }: Gateway, requestLine: string, headers: string, ...body: string[]): Promise<number[]> {
  const head = `${requestLine} HTTP/1.1\r\nHost: gateway\r\nExpect: 100-continue\r\n${headers}\r\n`;
  return (await exchange(url, head, ...body)).map(({ status }) => status);
}
