import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { limitMemory } from '../../endurance/pod-memory.ts';
import type { PodMemory } from '../../endurance/pod-memory.ts';
import { authorizedGet, company, contract, payment, paymentsPath, person, tokenOf } from '../../support/fixtures.ts';
import { startPortal } from '../../support/portal/portal.ts';
import { startGateway } from '../../support/programs/gateway.ts';
import type { Gateway } from '../../support/programs/gateway.ts';
import { changedTimes } from '../../support/programs/main-of.ts';
import { unlimited } from '../../support/programs/product.ts';
import { lockTable } from '../../support/postgres/waiting.ts';
import { until } from '../../support/until.ts';
import { ownProduct } from '../../support/programs/own-product.ts';

/** Pages of 2 MB, and a gateway in the memory of its pod, where this machine has control groups. */
const page = `${paymentsPath}?fromDate=2024-01-01&toDate=2024-12-31&itemsPerPage=100`;
const refusal = {
  error: 'service_unavailable',
  message:
    'Too many requests are in progress, or too many answers have not been read. Retry after the number of seconds in Retry-After.',
};
let gateway: Gateway;
let memory: PodMemory | undefined;
let release: () => Promise<void>;
const sockets: Socket[] = [];

const patient = { authDeadlineMs: 120_000, reportingDeadlineMs: 120_000 };
const long = '漢'.repeat(1_000);
const product = await ownProduct(changedTimes({ ...patient, reportingStatementMs: 120_000 }), company('acme'), {
  people: [person('ana', long, long)],
  teams: [{ id: 'long', company_id: 'acme', name: long }],
  contracts: [contract('web', { title: long.slice(150), team_id: 'long' })],
  scheduled_payments: Array.from({ length: 100 }, (_, index) => payment(`payment-${index}`, { name: long })),
});
const token = await tokenOf(product.url, 'acme');
const portal = await startPortal();
afterAll(portal.stop);
// One for each test: a request that has just been broken off may count for a moment yet.
beforeEach(async () => {
  const own = { PORTAL_URL: portal.url, TRUST_PROXY: '127.0.0.1', ...changedTimes(patient) };
  const { MAX_CONCURRENT_REQUESTS: _usual, ...others } = unlimited;
  gateway = await startGateway({ ...others, ...own }, product);
  memory = limitMemory(gateway);
  // A cached page reads the version, too.
  release = await lockTable(product.databaseUrl, 'reporting.data_versions');
});
afterEach(async () => {
  await release();
  for (const socket of sockets.splice(0)) socket.destroy();
  expect(memory?.kills() ?? 0).toBe(0);
  expect(gateway.process.exitCode ?? gateway.process.signalCode).toBeNull();
  await gateway.stop();
  memory?.remove();
});

it('One network has a quarter of the requests at once, the rest are refused at once and logged once a second, and its unread answers are a quarter, too', async () => {
  const startedAt = performance.now();
  const answers = Array.from({ length: 190 }, () => startWithoutReading(page, '2001:db8:1:1::1'));
  const refused = () => answers.filter(({ status }) => status() === 503).length;
  await until('all but 16 are refused while those wait', () => refused() === 190 - 16);
  expect((await sendRequest('/openapi.json', '2001:db8:1:ffff::1')).body).toEqual(refusal);
  expect((await sendRequest('/openapi.json', '2001:db8:2::1')).status).toBe(200);
  await release();
  await until('all are answered', () => answers.every(({ status }) => status() > 0));
  expect(answers.filter(({ status }) => status() === 200)).toHaveLength(8);
  const last = await sendRequest(page, '2001:db8:1:ffff::1');
  expect([last.status, last.body, last.headers['retry-after']]).toEqual([503, refusal, '5']);
  const seconds = (performance.now() - startedAt) / 1_000;
  const lines = gateway.logs().filter((line) => /"level":"(warn|error)"/.test(line));
  expect(lines.filter((line) => !/"level":"warn".*"msg":"requests refused: too many/.test(line))).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(seconds + 1);
  expect((await sendRequest(page, '2001:db8:2::1')).status).toBe(200);
  for (const socket of sockets.splice(0)) socket.destroy();
  await until('the network is served', async () => (await sendRequest(page, '2001:db8:1:ffff::1')).status === 200);
});

it('All networks together have 64 requests at once, and 64 MiB of unread answers', async () => {
  const answers = Array.from({ length: 200 }, (_, index) => startWithoutReading(page, `10.0.${index % 30}.1`));
  const refused = () => answers.filter(({ status }) => status() === 503).length;
  await until('all but 64 are refused', () => refused() === 136);
  await release();
  await until('all are answered', () => answers.every(({ status }) => status() > 0));
  expect(answers.filter(({ status }) => status() === 200)).toHaveLength(32);
  expect((await sendRequest(page, '10.0.99.1')).body).toEqual(refusal);
  for (const socket of sockets.splice(0)) socket.destroy();
  await until('others are served', async () => (await sendRequest(page, '10.0.99.1')).status === 200);
});

it.each(['/portal/reference', '/openapi.json'])(
  'The bytes of %s in the kernel count until the next request of the connection, or its end',
  async (path) => {
    let last = startWithoutReading(path, '10.1.0.1');
    await until('a refusal', async () => {
      if (last.status() === 200) last = startWithoutReading(path, '10.1.0.1');
      return last.status() === 503;
    });
    for (const socket of sockets.splice(-10)) socket.destroy();
    await until('the address is served', async () => (await sendRequest(path, '10.1.0.1')).status === 200);
    const reading = sockets.splice(0);
    for (const socket of reading) {
      socket.write(`GET /nowhere HTTP/1.1\r\nHost: gateway\r\nX-Forwarded-For: 10.1.0.1\r\n\r\n`);
      socket.resume();
    }
    await until('the charge is given back', async () => {
      const answers = Array.from({ length: 30 }, () => sendRequest(path, '10.1.0.1'));
      return (await Promise.all(answers)).every(({ status }) => status === 200);
    });
    for (const socket of reading) socket.destroy();
  },
);

function sendRequest(path: string, address: string) {
  return authorizedGet(gateway.url, token, path, { 'X-Forwarded-For': address });
}

/** Reads the status of the answer, and nothing more. */
function startWithoutReading(path: string, address: string): { status: () => number } {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let status = 0;
  socket.on('error', () => undefined).pause();
  socket.once('readable', () => {
    status = Number((socket.read(12) as Buffer | null)?.subarray(9).toString());
  });
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
  );
  sockets.push(socket);
  return { status: () => status };
}
