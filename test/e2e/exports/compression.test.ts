import { once } from 'node:events';
import { get as httpGet } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { addPayments, mediaTypes } from '../../support/reports/exports.ts';
import { memoryOf } from '../../support/programs/processes.ts';
import { changedTimes } from '../../support/programs/main-of.ts';
import { until } from '../../support/until.ts';
import { company, contract, payment, paymentsPath, person, tokenOf } from '../../support/fixtures.ts';
import { ownProduct } from '../../support/programs/own-product.ts';

const stallMs = 3_000;
/** 40 payments, and 25,000 that are together more than all buffers on the way hold, even compressed. */
const [few, many] = ['fromDate=2023-01-01&toDate=2023-12-31', 'fromDate=2024-01-01&toDate=2024-12-31'];

const product = await ownProduct(
  changedTimes({ exportStallMs: stallMs, fileStallMs: stallMs }),
  company('acme'),
  { people: [person('ana', 'Ana', 'Müller')], contracts: [contract('web')] },
  {
    scheduled_payments: Array.from({ length: 40 }, (_, n) =>
      payment(`few-${n}`, { scheduled_payment_on: '2023-01-01' }),
    ),
  },
);
await addPayments(product.databaseUrl, 36_000);
const token = await tokenOf(product.url, 'acme');

const page = `${paymentsPath}?${few}&itemsPerPage=40`;
const coded = ['gzip', 'br'] as const;
const { csv, ndjson, xlsx, parquet } = mediaTypes;

describe.each(coded)('%s', (coding) => {
  it.each([
    ['a page', page, 'application/json'],
    ['CSV', `${paymentsPath}?${few}`, csv],
    ['NDJSON', `${paymentsPath}?${few}`, ndjson],
    ['the OpenAPI document', '/openapi.json', ''],
  ])(
    'A compressed answer of %s has the same bytes in it, its own length, and the same ETag',
    async (_, path, accept) => {
      const plain = await get(path, { Accept: accept });
      const compressed = await get(path, { Accept: accept, 'Accept-Encoding': coding });
      expect([plain.status, compressed.status]).toEqual([200, 200]);
      expect(compressed.body.length).toBeLessThan(plain.body.length / 3);
      const decoded = coding === 'br' ? brotliDecompressSync(compressed.body) : gunzipSync(compressed.body);
      expect(decoded.equals(plain.body)).toBe(true);
      expect(compressed.headers['content-encoding']).toBe(coding);
      expect(plain.headers['content-encoding']).toBeUndefined();
      for (const { headers } of [plain, compressed]) expect(headers.vary).toMatch(/(^|, )Accept-Encoding$/);
      for (const { headers, body } of [plain, compressed]) expect(headers['content-length']).toBe(String(body.length));
      expect(compressed.headers.etag).toBe(plain.headers.etag);
      if (plain.headers.etag === undefined) return;
      const cached = { Accept: accept, 'Accept-Encoding': coding, 'If-None-Match': plain.headers.etag };
      const unchanged = await get(path, cached);
      expect([unchanged.status, unchanged.body.length, unchanged.headers.vary]).toEqual([304, 0, plain.headers.vary]);
    },
  );

  it('Short pages, files without a row, errors, workbooks and Parquet are not compressed, and have their length', async () => {
    const headers = { 'Accept-Encoding': coding };
    const short = await get(`${paymentsPath}?${few}`, headers);
    const refused = await get(`${paymentsPath}?${few}&page=0`, headers);
    const empty = await get(`${paymentsPath}?fromDate=1900-01-01&toDate=1900-12-31`, { ...headers, Accept: ndjson });
    const workbook = await get(`${paymentsPath}?${few}`, { ...headers, Accept: xlsx });
    const columns = await get(`${paymentsPath}?${few}`, { ...headers, Accept: parquet });
    const answers = [short, refused, empty, workbook, columns];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 200, 200]);
    for (const answer of answers) {
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
    }
  });

  it('A compressed file that its client does not take holds no memory, and is ended', async () => {
    const pids = [product.gateway, product.reporting].map((child) => child.process.pid);
    const before = await Promise.all(pids.map((pid) => memoryOf(pid)));
    const response = await begin(coding);
    let highest = 0;
    await until('the client is disconnected', async () => {
      const now = await Promise.all(pids.map((pid) => memoryOf(pid)));
      highest = Math.max(highest, ...now.map((megabytes, index) => megabytes - (before[index] ?? 0)));
      return product.logs().some((line) => line.includes('the client was too slow'));
    });
    expect(highest).toBeLessThan(76);
    product.logs().length = 0;
    response.destroy();
  });
});

it.each([
  ['no Accept-Encoding', {}],
  ['identity', { 'Accept-Encoding': 'identity' }],
  ['only what is not supported', { 'Accept-Encoding': 'zstd, gzip;q=0' }],
])('An answer to %s is not compressed', async (_, headers) => {
  const answer = await get(page, headers);
  expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
  expect(answer.headers['content-length']).toBe(String(answer.body.length));
});

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer };

async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await sendRequest(path, headers);
  const chunks = (await response.toArray()) as Buffer[];
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}

/** A large export of which some has come, and no more is taken. */
async function begin(coding: string): Promise<IncomingMessage> {
  const response = await sendRequest(`${paymentsPath}?${many}`, { Accept: csv, 'Accept-Encoding': coding });
  response.on('error', () => undefined);
  expect(response.headers['content-encoding']).toBe(coding);
  expect(response.headers['content-length']).toBeUndefined();
  await once(response, 'readable');
  return response;
}

async function sendRequest(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const options = { agent: false, headers: { Authorization: `Bearer ${token}`, ...headers } };
  const request = httpGet(`${product.url}${path}`, options);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  // The response has it too.
  request.on('error', () => undefined);
  return response;
}
