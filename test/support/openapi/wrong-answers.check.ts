import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { exchange } from '../network/raw-http.ts';
import { holdToDocument } from './seen-answers.ts';

// test/gateway/openapi/described-answers.test.ts runs this: what is titled by a finding has to fail with it, all else to pass.

type Answered = { status: number; headers: Record<string, string>; body: string };

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const always = { 'X-Request-Id': 'x', 'X-Content-Type-Options': 'nosniff' };
const unstored = { 'Cache-Control': 'no-store' };
const limits = {
  'RateLimit-Limit': '2',
  'RateLimit-Remaining': '1',
  'RateLimit-Reset': '9',
  'RateLimit-Policy': '2;w=60',
};

const healthy = { status: 200, headers: { ...json, ...always }, body: '{"status":"ok"}' };
const error = (status: number, code: string, more = {}) => ({
  status,
  headers: { ...json, ...always, ...unstored, ...limits, ...more },
  body: JSON.stringify({ error: code, message: 'Text.' }),
});

let answered: Answered = healthy;
let url: string;

// It keeps idle connections: this process may be busy for longer than a client expects.
const server = createServer({ keepAliveTimeout: 0 }, (_, response) => {
  const { status, headers, body } = answered;
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

it('judges nothing that is not a gateway', async () => {
  answered = { ...healthy, body: '{}' };
  await request(url).get('/health');
  expect((await fetch(`${url}/health`)).status).toBe(200);
  await holdToDocument(url);
});

const clients = [
  () => request(url).get('/health'),
  () => fetch(`${url}/health`),
  () => exchange(url, 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
];

it.each(clients)('passes what is right', async (call) => {
  answered = healthy;
  await call();
});

it.each(clients)('GET /health answered 200: a body of another shape: data/status', async (call) => {
  answered = { ...healthy, body: '{"status":"well"}' };
  await call();
});

it.each<[string, Answered]>([
  [
    'GET /health answered 200: a body of another shape: data must NOT have',
    { ...healthy, body: '{"status":"ok","a":1}' },
  ],
  ['GET /health answered 200: a body that is not JSON', { ...healthy, body: '{' }],
  [
    'GET /health answered 200: the content type "text/html"',
    { ...healthy, headers: { ...always, 'Content-Type': 'text/html' } },
  ],
  ['GET /health answered 200: the content type ""', { ...healthy, headers: always }],
  ['GET /health answered 200: no header X-Request-Id', { ...healthy, headers: json }],
  ['GET /health answered 200: the header etag', { ...healthy, headers: { ...healthy.headers, ETag: '"a"' } }],
  ['GET /health answered 200: the header etag', { ...healthy, headers: { ...healthy.headers, ETag: '"a"' } }],
  ['HEAD /health answered 200: the header etag', { ...healthy, headers: { ...healthy.headers, ETag: '"a"' } }],
  ['GET /health answered 404: a status that is not described', error(404, 'not_found')],
  ['DELETE /health answered 200: a status that is not described', healthy],
  [
    'DELETE /health answered 405: no header Allow',
    { ...error(405, 'method_not_allowed'), headers: { ...healthy.headers, ...unstored } },
  ],
  ['POST /auth/token answered 401: the error missing_token', error(401, 'missing_token')],
  ['POST /auth/token answered 429: Retry-After: soon', error(429, 'rate_limited', { 'Retry-After': 'soon' })],
  ['GET /nowhere answered 200: a status that is not described', healthy],
  ['GET /nowhere answered 404: the error forbidden', error(404, 'forbidden')],
  [
    'GET /portal/nowhere answered 404: the content type "text/html"',
    error(404, 'not_found', { 'Content-Type': 'text/html' }),
  ],
])('%s', async (finding, wrong) => {
  answered = wrong;
  const [method = '', path = ''] = finding.split(' ');
  await fetch(`${url}${path}`, { method });
});
