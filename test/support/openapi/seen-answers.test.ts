import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { exchange } from '../network/raw-http.ts';
import { root, runCommand } from '../programs/command.ts';
import { until } from '../until.ts';
import { holdToDocument, takeFindings } from './seen-answers.ts';

const always = { 'X-Request-Id': 'x', 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };
const right = { 'Content-Type': 'application/json; charset=utf-8', ...always };
const ofErrors = {
  ...right,
  ...{ 'RateLimit-Limit': '2', 'RateLimit-Remaining': '1', 'RateLimit-Reset': '9', 'RateLimit-Policy': '2;w=60' },
};

const ok = '{"status":"ok"}';
let answered = { status: 200, headers: right as object, body: ok };
let url: string;

// It keeps idle connections: this process may be busy for longer than a client expects.
const server = createServer({ keepAliveTimeout: 0 }, (_, response) => {
  const { status, headers, body } = answered;
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answered.body = '{}';
  await fetch(`${url}/health`);
  // It was no gateway so far.
  expect(takeFindings()).toEqual([]);
  await holdToDocument(url);
});
afterAll(() => void server.close());

async function untilFound(finding: string): Promise<void> {
  const found: string[] = [];
  await until(finding, () => found.push(...takeFindings()) > 0);
  expect(found).toEqual([expect.stringContaining(finding)]);
}

it.each([
  ['supertest', () => request(url).get('/health')],
  ['fetch', () => fetch(`${url}/health`)],
  ['a socket', () => exchange(url, 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')],
])(
  'The search finds nothing in what the document describes, and finds what it does not describe, by %s',
  async (_, call) => {
    answered = { status: 200, headers: right, body: ok };
    await call();
    answered.body = '{"status":"well"}';
    await call();
    await untilFound('GET /health answered 200: a body of another shape: data/status');
  },
);

it.each<[finding: string, headers: object, body?: string]>([
  ['GET /health answered 200: a body of another shape: data must NOT have', right, '{"status":"ok","a":1}'],
  ['GET /health answered 200: a body that is not JSON', right, '{'],
  ['GET /health answered 200: the content type "text/html"', { ...always, 'Content-Type': 'text/html' }],
  ['GET /health answered 200: no header X-Request-Id', { ...right, 'X-Request-Id': [] }],
  ['HEAD /health answered 200: the header etag', { ...right, ETag: '"a"' }],
  ['GET /health answered 404: a status that is not described', ofErrors, 'not_found'],
  ['DELETE /health answered 405: no header Allow', right, 'method_not_allowed'],
  ['POST /auth/token answered 403: the error missing_token', ofErrors, 'missing_token'],
  ['POST /auth/token answered 429: Retry-After: soon', { ...ofErrors, 'Retry-After': 'soon' }, 'rate_limited'],
  ['GET /nowhere answered 404: the error forbidden', ofErrors, 'forbidden'],
  ['GET /portal/nowhere answered 404: the content type', always],
])('%s', async (finding, headers, body = ok) => {
  const [method = '', path = '', , status] = finding.split(/[ :]/);
  const isCode = /^\w+$/.test(body);
  const text = isCode ? JSON.stringify({ error: body, message: 'Text.' }) : body;
  answered = { status: Number(status), headers, body: text };
  await fetch(`${url}${path}`, { method });
  await untilFound(finding);
});

it('A finding fails the test that made it', async () => {
  const { default: main } = (await import(`${root}/jest.config.js`)) as { default: object };
  const testMatch = ['<rootDir>/test/support/openapi/finding.check.ts'];
  const config = JSON.stringify({ ...main, rootDir: root, testMatch, globalSetup: null, globalTeardown: null });
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--config', config];
  const { status, stderr } = await runCommand('node', jest, {});
  expect([status, stderr]).toEqual([1, expect.stringContaining('GET /health answered 418')]);
});
