import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from '@jest/globals';
import type { ClientReportingError, FileFormat } from '../../clients/node/create-client.ts';
import { temporaryDirectory } from '../support/files.ts';
import { makeAuthority } from '../support/network/certificates.ts';
import { json, page, startFailingServer, token } from './failing-server.ts';
import type { Answer } from './failing-server.ts';

/** What both clients do where a server fails: one table, which runs with the client of each language. */
export type Case = {
  title: string;
  answers: Answer[];
  tokenAnswers?: Answer[];
  /** Times are milliseconds. */
  options?: { attemptTimeoutMs?: number; callTimeoutMs?: number; maxRetries?: number };
  call?: 'list' | 'rows' | FileFormat | 'pages' | 'restart' | 'sync';
  /** What a copy says to have paid, and how many rows it reads, if not all. */
  copy?: { paid?: number | string | null; reads?: number };
  /** The address begins with https:, where the server has no TLS, or a certificate of its own. */
  https?: 'none' | 'untrusted';
  /** The call ends at the first retry, which says how long it would have waited. */
  stopAtRetry?: true;
  outcome: Partial<Outcome>;
  /** Requests for reports, and for tokens. */
  requests?: number;
  tokens?: number;
  /** The first wait, in milliseconds: at least, at most. */
  firstDelayMs?: readonly [number, number];
};

export type Outcome = {
  /** Rows that arrived, or the number of pages, or what happened to a copy. */
  result: unknown;
  error: Partial<Pick<ClientReportingError, 'code' | 'status' | 'message' | 'retryAfterSeconds' | 'requestId'>> | null;
  retries: { code: string; status: number | null; retry: number; delayMs: number }[];
};

export type Run = {
  url: string;
  call: NonNullable<Case['call']>;
  stopAtRetry: boolean;
  copy: NonNullable<Case['copy']>;
} & NonNullable<Case['options']>;

const badGateway = '<html><body>502 Bad Gateway</body></html>';
const soon = [500, 625] as const;
const refusal = { code: 'a_new_code', message: 'No.', requestId: 'an-id' };
const oneRetry = (code: string, status: number | null = null) => [{ retry: 1, code, status }] as Outcome['retries'];
const gone = refuse(410, 'version_gone');

export const cases: Case[] = [
  ...[408, 429, 500, 502, 503, 504].map((status) => ({
    title: `sends a request again after ${status}`,
    answers: [html(status), page],
    outcome: { result: 0, error: null, retries: oneRetry('unexpected_response', status) },
    requests: 2,
  })),
  ...Object.entries<Answer>({
    'is reset': (response) => response.socket?.resetAndDestroy(),
    'is closed without an answer': (response) => response.destroy(),
    'breaks within a page': (response) =>
      response.writeHead(200, { 'Content-Length': 99 }).write('{', () => response.destroy()),
    'answers what is not HTTP': (response) => response.socket?.end('220 mail.example.com ESMTP\r\n'),
  }).map(([what, failure]) => ({
    title: `sends a request again when the connection ${what}`,
    answers: [failure, page],
    outcome: { result: 0, error: null, retries: oneRetry('connection_failed') },
  })),
  ...Object.entries<Answer>({
    'no answer': () => undefined,
    'only a part of a page': (response) => response.writeHead(200, { 'Content-Length': 99 }).write('{'),
  }).map(([what, silence]) => ({
    title: `sends a request again when there is ${what} within the timeout of an attempt`,
    answers: [silence, page],
    options: { attemptTimeoutMs: 4_000 },
    outcome: { result: 0, error: null, retries: oneRetry('timeout') },
  })),
  {
    title: 'sends a request for a token again',
    answers: [page],
    tokenAnswers: [html(502), (response) => response.socket?.resetAndDestroy(), token],
    outcome: { result: 0, error: null },
    tokens: 3,
  },
  {
    title: 'sends a request again five times, each after about twice the wait',
    answers: [html(500)],
    outcome: {
      error: { code: 'unexpected_response', status: 500 },
      retries: [1, 2, 3, 4, 5].map((retry) => ({
        retry,
        code: 'unexpected_response',
        status: 500,
      })) as Outcome['retries'],
    },
    requests: 6,
  },
  ...[0, 1].map((maxRetries) => ({
    title: `sends a request again as often as the option says: ${maxRetries}`,
    answers: [html(500)],
    options: { maxRetries },
    outcome: { error: { code: 'unexpected_response', status: 500 } },
    requests: maxRetries + 1,
  })),
  ...[400, 401, 403, 404, 412, 501].map((status) => ({
    title: `does not send a request again after ${status}`,
    answers: [refuse(status, 'a_new_code')],
    outcome: { error: { ...refusal, status }, retries: [] },
    requests: 1,
  })),
  ...(
    [
      [undefined, soon],
      ['0', soon],
      ['-1', soon],
      ['soon', soon],
      ['Infinity', soon],
      ['', soon],
      ['Sun, 06 Nov 1994 08:49:37 GMT', soon],
      ['0.7', [700, 875]],
      ['2', [2_000, 2_500]],
      ['60', [60_000, 75_000]],
    ] as const
  ).map(([value, firstDelayMs]) => ({
    title: `waits as Retry-After says: ${value}`,
    answers: [html(503, value)],
    stopAtRetry: true as const,
    outcome: {},
    firstDelayMs,
  })),
  ...['61', '3600', '99999999999'].map((value) => ({
    title: `does not wait for a Retry-After of ${value} s`,
    answers: [refuse(429, 'rate_limited', value)],
    outcome: { error: { code: 'rate_limited', retryAfterSeconds: Number(value) } },
    requests: 1,
  })),
  {
    title: 'ends a call in time, with all its attempts and waits',
    answers: [html(503, '1'), () => undefined],
    options: { callTimeoutMs: 6_000 },
    outcome: { error: { code: 'timeout' } },
    requests: 2,
  },
  {
    title: 'ends a call at once where the next attempt would begin too late',
    answers: [html(503, '30')],
    options: { callTimeoutMs: 20_000 },
    outcome: { error: { code: 'unexpected_response', status: 503, retryAfterSeconds: 30 }, retries: [] },
    requests: 1,
  },
  {
    title: 'ends an export that stops to come, and says that it is incomplete',
    answers: [(response) => response.writeHead(200, { 'Content-Type': 'text/csv' }).write('id,name\r\n')],
    call: 'csv',
    options: { attemptTimeoutMs: 2_000 },
    outcome: { error: { code: 'incomplete_export' } },
  },
  ...(['csv', 'rows'] as const).map((call) => ({
    title: `notices an export that is cut: ${call}`,
    answers: [
      (response: Parameters<Answer>[0]) => {
        const type = call === 'csv' ? 'text/csv' : 'application/x-ndjson';
        response.writeHead(200, { 'Content-Type': type, 'X-Total-Count': '2' }).write('{"a":1}\n');
        setTimeout(() => response.destroy(), 200);
      },
    ],
    call,
    outcome: { error: { code: 'incomplete_export' } },
  })),
  {
    title: 'notices rows that are missing at the regular end',
    answers: [ndjson('{"a":1}\n', 2)],
    call: 'rows',
    outcome: { result: [{ a: 1 }], error: { code: 'incomplete_export' } },
  },
  ...(
    [
      ['csv', 'id,name\r\n1,"a\r\n"\r\n'],
      ['csv', 'id,name\r\n1,a\r\n2,"""\r\n'],
      ['ndjson', '{"a":1}\n{"a"'],
      ['xlsx', `PK${'.'.repeat(40)}`],
      ['parquet', 'PAR1...'],
    ] as const
  ).map(([call, part]) => ({
    title: `notices that half of a file has a regular end: ${JSON.stringify(part)}`,
    answers: [file(call, part, 2)],
    call,
    outcome: { result: null, error: { code: 'incomplete_export' } },
  })),
  {
    title: 'notices that half of a compressed file is missing',
    answers: [file('csv', gzipSync(`id\r\n${'1\r\n'.repeat(9_999)}`).subarray(0, 40), 9_999, 'gzip')],
    call: 'csv',
    outcome: { result: null, error: { code: 'incomplete_export' } },
  },
  ...(
    [
      ['csv', 'id,name\r\n1,"a\r\n"\r\n', 1],
      ['csv', 'id\r\n', 0],
      ['ndjson', '', 0],
      ['ndjson', '{"a":"\\""}\n', 1],
      ['xlsx', `..PK\x05\x06${'\0'.repeat(18)}`, 2],
      ['parquet', 'PAR1...PAR1', 2],
    ] as const
  ).map(([call, whole, count]) => ({
    title: `takes a file as whole: ${JSON.stringify(whole)}`,
    answers: [file(call, whole, count)],
    call,
    outcome: { result: whole, error: null },
  })),
  ...(
    [
      ['a page of a proxy as a refusal', html(403), `403, text/html: ${badGateway}`],
      ['a login page as a report', html(200), `200, text/html: ${badGateway}`],
      [
        'JSON of another program',
        (response) => response.setHeader('Content-Type', 'application/json').end('[1'),
        '200, application/json: [1',
      ],
      ['nothing', (response) => response.end(), '200, no content type'],
    ] satisfies [string, Answer, string][]
  ).map(([what, answer, text]) => ({
    title: `names ${what}`,
    answers: [answer],
    outcome: { error: { code: 'unexpected_response', message: `Not an answer of the API: ${text}` } },
    requests: 1,
  })),
  {
    title: 'names a login page in place of a file',
    answers: [html(200)],
    call: 'csv',
    outcome: { error: { code: 'unexpected_response' } },
  },
  {
    title: 'names an answer without a token',
    answers: [page],
    tokenAnswers: [(response) => response.end('{"token":1}')],
    outcome: { error: { code: 'unexpected_response', status: 200 } },
  },
  {
    title: 'follows no redirect',
    answers: [(response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/steal' }).end()],
    outcome: { error: { code: 'redirect_refused', status: 302 } },
    requests: 1,
  },
  {
    title: 'sends no secret to where a redirect leads',
    answers: [page],
    tokenAnswers: [(response) => response.writeHead(307, { Location: 'http://127.0.0.1:1/steal' }).end()],
    outcome: { error: { code: 'redirect_refused', status: 307 } },
    requests: 0,
  },
  {
    title: 'gets another token where one is refused, once',
    answers: [refuse(401, 'invalid_token'), page],
    outcome: { result: 0, error: null },
    tokens: 2,
  },
  {
    title: 'gets no third token',
    answers: [refuse(401, 'invalid_token')],
    outcome: { error: { code: 'invalid_token', status: 401 } },
    tokens: 2,
    requests: 2,
  },
  {
    title: 'notices data that change between two pages',
    answers: [pageOf(2), refuse(412, 'data_changed')],
    call: 'pages',
    outcome: { error: { code: 'data_changed', status: 412 } },
  },
  {
    title: 'begins with the first page again ten times where data change between two pages, if it may',
    answers: [pageOf(2), refuse(412, 'data_changed')],
    call: 'restart',
    outcome: {
      error: { code: 'data_changed', message: containing('during each of 11 attempts') },
    },
    requests: 12,
  },
  {
    title: 'says that a port has no TLS, and does not try again',
    answers: [page],
    https: 'none',
    outcome: { error: { code: 'tls_failed', message: containing('Is it a port of http:?') }, retries: [] },
  },
  {
    title: 'says that a certificate is not trusted, and does not try again',
    answers: [page],
    https: 'untrusted',
    outcome: { error: { code: 'tls_failed', message: containing('For an authority of your own, set ') }, retries: [] },
  },
  ...[0, 1].map((reads) => ({
    title: `keeps no version of a copy of which ${reads} of 2 rows were read`,
    answers: [ndjson('{"_id":"a"}\n{"_id":"b"}\n', 2)],
    call: 'sync' as const,
    copy: { reads },
    outcome: {
      error: {
        code: 'incomplete_copy',
        message: containing(`load ended after ${reads} of 2 rows`),
      },
    },
    requests: 1,
  })),
  {
    title: 'loads a copy, then applies what changed',
    answers: [
      ndjson('{"_id":"a"}\n', 1, '"v1"'),
      json({ results: [{ _id: 'b', removed: false }], version: 'v2', more: true }),
      json({ results: [{ _id: 'a', removed: true }], version: 'v3', more: false, totalCount: 1 }),
    ],
    call: 'sync',
    outcome: { result: ['load a v1', 'apply b  v2', 'apply  a v3', 'version v3'], error: null },
    requests: 3,
  },
  {
    title: 'loads a copy again whose version is gone',
    answers: [
      ndjson('', 0, '"v1"'),
      gone,
      ndjson('{"_id":"c"}\n', 1, '"v2"'),
      json({ results: [], version: 'v2', more: false, totalCount: 1 }),
    ],
    call: 'sync',
    outcome: { result: ['load  v1', 'load c v2', 'version v2'], error: null },
  },
  {
    title: 'loads a copy that differs again, once',
    answers: [ndjson('', 0, '"v1"'), differs(7), ndjson('', 0, '"v1"'), differs(7)],
    call: 'sync',
    outcome: { result: ['load  v1', 'load  v1'], error: { code: 'copy_differs' } },
  },
  ...(
    [
      [466.12, 466.11999999999995],
      [466.12, '466.12'],
      [466.12, '466.1200000'],
      [-0.3, -0.1 - 0.2],
      [0, null],
      [90_000_000_000_000.02, 90_000_000_000_000.02],
    ] as const
  ).map(([total, paid]) => ({
    title: `takes a copy as equal that adds up to the cent: ${JSON.stringify(paid)}`,
    answers: [ndjson('', 0, '"v1"'), differs(0, total)],
    call: 'sync' as const,
    copy: { paid },
    outcome: { result: ['load  v1', 'version v1'], error: null },
  })),
  ...[466.11, '466.13', null].map((paid) => ({
    title: `takes a copy as different that adds up to another amount: ${paid}`,
    answers: [ndjson('', 0, '"v1"'), differs(0, 466.12), ndjson('', 0, '"v1"'), differs(0, 466.12)],
    call: 'sync' as const,
    copy: { paid },
    outcome: { result: ['load  v1', 'load  v1'], error: { code: 'copy_differs' } },
  })),
];

/** A server for a case, what a client has to do with it, and the requests that it received. */
export async function startCase({ answers, tokenAnswers, call = 'list', copy = {}, https, ...one }: Case) {
  const server = await startFailingServer(answers, tokenAnswers, https === 'untrusted' && (await ownCertificate()));
  const url = server.options.baseUrl?.replace('http:', https ? 'https:' : 'http:') ?? '';
  const run: Run = { url, call, copy, stopAtRetry: one.stopAtRetry ?? false, ...one.options };
  const counts = () => ({ requests: server.requests.length, tokens: server.tokens() });
  return { run, counts, stop: server.stop };
}

export function expectOutcome({ outcome, requests, tokens, firstDelayMs }: Case, found: Outcome | undefined): void {
  const counts = { ...(requests === undefined ? {} : { requests }), ...(tokens === undefined ? {} : { tokens }) };
  expect(found).toMatchObject({ ...outcome, ...counts });
  if (!firstDelayMs) return;
  expect(found?.retries[0]?.delayMs).toBeGreaterThanOrEqual(firstDelayMs[0]);
  expect(found?.retries[0]?.delayMs).toBeLessThanOrEqual(firstDelayMs[1]);
}

/** What a proxy before the API answers. */
export function html(status: number, retryAfter?: string): Answer {
  return (response) => {
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    response.writeHead(status, { 'Content-Type': 'text/html' }).end(badGateway);
  };
}

export function refuse(status: number, error: string, retryAfter = ''): Answer {
  return (response) => {
    if (retryAfter) response.setHeader('Retry-After', retryAfter);
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'an-id' });
    response.end(JSON.stringify({ error, message: 'No.' }));
  };
}

function pageOf(pagesCount: number): Answer {
  return json({ results: [], pagination: { currentPage: 1, itemsPerPage: 100, pagesCount, totalCount: 200 } });
}

function differs(totalCount: number, paid = 0): Answer {
  const statistics = { totalScheduledPaymentsPaidAmount: paid };
  return json({ results: [], version: 'v1', more: false, totalCount, statistics });
}

function file(format: FileFormat, content: string | Buffer, count: number, encoding = 'identity'): Answer {
  const type = {
    csv: 'text/csv',
    ndjson: 'application/x-ndjson',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    parquet: 'application/vnd.apache.parquet',
  }[format];
  const headers = { 'Content-Type': type, 'Content-Encoding': encoding, 'X-Total-Count': String(count) };
  return (response) => response.writeHead(200, headers).end(content);
}

async function ownCertificate() {
  const { directory, remove } = await temporaryDirectory();
  await makeAuthority(directory, 'own');
  const [key, cert] = await Promise.all(['own.key', 'own.crt'].map((name) => readFile(path.join(directory, name))));
  await remove();
  return { key, cert };
}

function containing(text: string): string {
  return expect.stringContaining(text) as unknown as string;
}

export function ndjson(lines: string, count: number, version = '"v"'): Answer {
  const headers = { 'Content-Type': 'application/x-ndjson', 'X-Total-Count': String(count), 'Report-Version': version };
  return (response) => response.writeHead(200, headers).end(lines);
}
