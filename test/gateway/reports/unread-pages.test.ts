import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { until } from '../../support/until.ts';
import { company, contract, payment, paymentsPath, person, together, tokenOf } from '../../support/fixtures.ts';

/** Pages of 0.7 MB, of which the system's buffers hold a few on each connection. */
const query = new URLSearchParams({ fromDate: '2024-01-01', toDate: '2024-12-31', itemsPerPage: '100' }).toString();
const stallMs = 4_000;
let product: Product;
let token: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  const settings = { MAX_UNREAD_BYTES: '4000000', EXPORT_STALL_MS: String(stallMs), TRUST_PROXY: '127.0.0.1' };
  product = await startProduct({ ...unlimited, ...settings });
  const long = '漢'.repeat(1_000);
  const rows = {
    people: [person('ana', long, 'A')],
    contracts: [contract('web')],
    scheduled_payments: Array.from({ length: 100 }, (_, index) => payment(`payment-${index}`, { name: long })),
  };
  await load(product.databaseUrl, together(company('acme'), rows));
  token = await tokenOf(product.url, 'acme');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => product.stop());

it('an address that does not read its pages gets no more of them, others do, and so does the address once it has read', async () => {
  expect((await page('10.0.0.1')).status).toBe(200);
  startWithoutReading('10.0.0.1');
  startWithoutReading('10.0.0.1');
  await until('a refusal', async () => (await page('10.0.0.1')).status === 429);
  const refused = await page('10.0.0.1');
  expect([refused.body, refused.headers['retry-after']]).toEqual([
    {
      error: 'rate_limited',
      message:
        'Your address has not read the responses to earlier requests. Read them, and retry after the number of seconds in Retry-After.',
    },
    '5',
  ]);
  expect((await page('10.0.0.2')).status).toBe(200);
  for (const socket of sockets.splice(0)) socket.destroy();
  await until('the address is served', async () => (await page('10.0.0.1')).status === 200);
});

it('addresses that do not read their pages can not take the memory of the others: 503 until they are disconnected', async () => {
  for (let host = 1; host <= 8; host += 1) startWithoutReading(`10.0.1.${host}`);
  await until('a refusal', async () => (await page('10.0.2.1')).status === 503);
  await until('they are disconnected, and others are served', async () => (await page('10.0.2.1')).status === 200);
});

function page(address: string) {
  return request(product.url)
    .get(`${paymentsPath}?${query}`)
    .set({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': address });
}

/** Sends requests for more pages than the system's buffers hold, and reads nothing. */
function startWithoutReading(address: string): void {
  const { hostname, port } = new URL(product.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const head = `GET ${paymentsPath}?${query} HTTP/1.1\r\nHost: gateway\r\n`;
  socket.on('error', () => undefined).pause();
  socket.write(`${head}Authorization: Bearer ${token}\r\nX-Forwarded-For: ${address}\r\n\r\n`.repeat(30));
  sockets.push(socket);
}
