import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import request from 'supertest';
import { limitMemory } from '../../endurance/pod-memory.ts';
import { startGateway } from '../../support/programs/gateway.ts';
import { memoryOf } from '../../support/programs/processes.ts';
import { until, untilDone } from '../../support/until.ts';
import { company, requestReport, tokenOf } from '../../support/fixtures.ts';
import { ownProduct } from '../../support/programs/own-product.ts';
import { openSockets } from '../../support/network/sockets.ts';

/** Clients who take connections, time and memory, by raw sockets; another one is served meanwhile. */
const maxConnections = 3_000;
let sockets: Socket[] = [];

// Behind a proxy, so that connections of one address are not limited.
const settings = { MAX_CONNECTIONS: String(maxConnections), TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' };
const product = await ownProduct(settings, company('acme'));
const token = await tokenOf(product.url, 'acme');
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

it('Thousands of idle connections cost little memory, keep no client out, and are closed', async () => {
  const before = await memory();
  await open(2_500);
  await expectServed();
  expect((await memory()) - before).toBeLessThan(100);
  // Without a request, 10 seconds.
  await until('they are closed', async () => sockets.every(({ closed }) => closed), 30_000);
  await expectServed();
});

it('The gateway holds at most MAX_CONNECTIONS connections', async () => {
  await open(maxConnections + 500);
  await until('the others are dropped', async () => sockets.filter(({ closed }) => closed).length >= 500);
  expect(sockets.filter(({ closed }) => !closed).length).toBeGreaterThan(0);
  for (const socket of sockets) socket.destroy();
  await untilDone('there is room again', expectServed);
});

it('Hundreds of clients that send headers or a body a byte at a time are answered 408 in time, and others at once', async () => {
  const headers = 'GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: ';
  const body =
    'POST /auth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{"a":"';
  await open(600);
  for (const [index, socket] of sockets.entries()) socket.write(index % 2 === 0 ? headers : body);
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 500);
  try {
    const answers = sockets.map(async (socket) => {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      return String(chunk).slice(0, 12);
    });
    await expectServed();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 408']));
    await expectServed();
  } finally {
    clearInterval(drip);
  }
}, 90_000);

it('Hundreds of requests on each of many connections that never read do not let memory grow', async () => {
  const before = await memory();
  await open(100);
  const pipelined = `GET /health HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(100);
  for (const socket of sockets) {
    socket.pause();
    socket.write(pipelined);
  }
  await expectServed();
  expect((await memory()) - before).toBeLessThan(150);
});

it('A gateway in the memory of its pod survives thousands of header blocks of short lines that never end', async () => {
  const gateway = await startGateway({ LOG_LEVEL: 'warn' });
  const pod = limitMemory(gateway);
  const lines = (count: number, line: string) =>
    Buffer.from(`GET /health HTTP/1.1\r\nHost: x\r\n${line.repeat(count)}`);
  const finished = Buffer.concat([lines(97, `${'x'.repeat(50)}: ${'y'.repeat(103)}\r\n`), Buffer.from('\r\n')]);
  try {
    // Idle connections, each after a request that was as long as may be.
    for (const localAddress of ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']) {
      await open(1_200, { url: gateway.url, localAddress, first: finished });
    }
    for (const socket of sockets.splice(0, 2_400)) socket.destroy();
    const unfinished = lines(16_000, '1:\r\n');
    for (const localAddress of ['127.0.0.1', '127.0.0.2']) {
      await open(1_200, { url: gateway.url, localAddress, first: unfinished });
    }
    await until('they are closed', async () => sockets.slice(2_400).every(({ closed }) => closed), 30_000);
    expect((await request(gateway.url).get('/health')).status).toBe(200);
    expect(pod?.kills() ?? 0).toBe(0);
  } finally {
    await gateway.stop();
    pod?.remove();
  }
}, 120_000);

/** In portions that the server's queue of new connections holds. */
async function open(count: number, { url = product.url, ...from }: Sender = {}): Promise<void> {
  for (let left = count; left > 0; left -= 100) sockets.push(...(await openSockets(url, Math.min(left, 100), from)));
}

type Sender = { url?: string } & Parameters<typeof openSockets>[2];

async function expectServed(): Promise<void> {
  await requestReport(product.url, token).timeout(20_000).expect(200);
}

function memory(): Promise<number> {
  return memoryOf(product.gateway.process.pid);
}
