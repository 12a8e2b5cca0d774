import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { until } from '../../support/until.ts';
import { company, contract, payment, paymentsPath, person, together, tokenOf } from '../../support/fixtures.ts';

/** Answers of some 7 MB, of which the system's buffers hold a part only. */
const changesPath = paymentsPath.replace('/list', '/changes');
const days = 'fromDate=2024-01-01&toDate=2024-12-31';
const stallMs = 4_000;
let product: Product;
let token: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  const settings = { MAX_UNREAD_BYTES: '40000000', EXPORT_STALL_MS: String(stallMs), TRUST_PROXY: '127.0.0.1' };
  product = await startProduct({ ...unlimited, ...settings });
  const long = '漢'.repeat(1_000);
  const rows = {
    people: [person('ana', long, 'A')],
    contracts: [contract('web')],
    scheduled_payments: Array.from({ length: 1_000 }, (_, index) => payment(`payment-${index}`, { name: long })),
  };
  await load(product.databaseUrl, together(company('acme'), rows));
  token = await tokenOf(product.url, 'acme');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => product.stop());

it('an address that does not read its answers gets no more of them, others do, and so does the address once it has read', async () => {
  expect((await page('10.0.0.1')).status).toBe(200);
  let refused = await page('10.0.0.1');
  await until('a refusal', async () => {
    startWithoutReading('10.0.0.1');
    refused = await page('10.0.0.1');
    return refused.status === 429;
  });
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

it('so it is with the addresses of an IPv6 /48 together', async () => {
  let subnet = 0;
  await until('a refusal', async () => {
    startWithoutReading(`2001:db8:1:${(subnet += 1)}::1`);
    return (await page('2001:db8:1:ffff::1')).status === 429;
  });
  expect((await page('2001:db8:2::1')).status).toBe(200);
  for (const socket of sockets.splice(0)) socket.destroy();
  await until('the network is served', async () => (await page('2001:db8:1:ffff::1')).status === 200);
});

it('addresses that do not read their answers can not take the memory of the others: 503 until they are disconnected', async () => {
  let host = 0;
  await until('a refusal', async () => {
    startWithoutReading(`10.0.1.${(host += 1)}`);
    return (await page('10.0.2.1')).status === 503;
  });
  await until('they are disconnected, and others are served', async () => (await page('10.0.2.1')).status === 200);
});

function page(address: string) {
  return request(product.url)
    .get(`${changesPath}?${days}`)
    .set({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': address });
}

/** Asks for more than the system's buffers hold, and reads nothing. */
function startWithoutReading(address: string): void {
  const { hostname, port } = new URL(product.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const head = `GET ${changesPath}?${days} HTTP/1.1\r\nHost: gateway\r\n`;
  socket.on('error', () => undefined).pause();
  socket.write(`${head}Authorization: Bearer ${token}\r\nX-Forwarded-For: ${address}\r\n\r\n`);
  sockets.push(socket);
}
