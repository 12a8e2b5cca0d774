import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import request from 'supertest';
import { startChild } from '../../../local/child.ts';
import type { Child } from '../../../local/child.ts';
import { limitMemory } from '../../endurance/pod-memory.ts';
import type { PodMemory } from '../../endurance/pod-memory.ts';
import { startSilentListener } from '../../support/network/silent-listener.ts';
import { changedTimes, mainOf } from '../../support/programs/main-of.ts';
import { unlimited } from '../../support/programs/product.ts';

/** With the heap of its pod, and its memory where this machine has control groups; its calls of auth wait. */
let gateway: Child;
let memory: PodMemory | undefined;
let silent: Awaited<ReturnType<typeof startSilentListener>>;
let url: string;
const sockets: Socket[] = [];

beforeEach(async () => {
  silent = await startSilentListener();
  const addresses = { AUTH_ADDRESS: silent.address, REPORTING_ADDRESS: silent.address };
  const settings = { ...unlimited, ...addresses, ...changedTimes({ authDeadlineMs: 4_000 }) };
  const { PATH } = process.env;
  gateway = startChild('gateway', mainOf('gateway', settings), { PATH, PORT: '0', ...settings }, 'ignore');
  memory = limitMemory(gateway);
  url = (await gateway.ready).replace('localhost', '127.0.0.1');
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.stop();
  memory?.remove();
  await silent.stop();
});

const credentials = JSON.stringify({ clientId: 'nobody', clientSecret: 'no secret' });
const waiting = `POST /auth/token HTTP/1.1\r\nHost: gateway\r\nContent-Type: application/json\r\nContent-Length: ${credentials.length}\r\n\r\n${credentials}`;
const lines = (count: number, value = '') => Array.from({ length: count }, (_, at) => `${at}:${value}\r\n`).join('');

it.each([
  ['2,000 header lines', 1, 1_000, `GET /nowhere HTTP/1.1\r\nHost: gateway\r\n${lines(2_000)}\r\n`],
  ['99 long header lines', 100, 100, `GET /nowhere HTTP/1.1\r\nHost: gateway\r\n${lines(99, 'a'.repeat(150))}\r\n`],
  ['no header', 100, 20_000, 'GET / HTTP/1.0\r\n\r\n'],
])('requests of %s behind others that wait take no memory', async (_, connections, count, early) => {
  await Promise.all(Array.from({ length: connections }, () => send(waiting.repeat(60) + early.repeat(count))));
  await request(url).get('/health').expect(200);
  expect(memory?.kills() ?? 0).toBe(0);
  expect(gateway.process.exitCode ?? gateway.process.signalCode).toBeNull();
});

/** Until all is written, or the gateway ends the connection. */
function send(bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  sockets.push(socket);
  socket.on('error', () => undefined).resume();
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
    socket.write(bytes, () => resolve());
  });
}
