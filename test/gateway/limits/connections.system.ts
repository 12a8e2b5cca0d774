import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import request from 'supertest';
import { startGateway } from '../../support/programs/gateway.ts';
import type { Gateway } from '../../support/programs/gateway.ts';
import { changedTimes } from '../../support/programs/main-of.ts';
import { scrape } from '../../support/network/scrape.ts';
import { until } from '../../support/until.ts';
import { openSockets } from '../../support/network/sockets.ts';

/** Of 200 connections; those of the tests come from 127.0.0.1, those of the flood from 127.0.0.2. */
const settings = { MAX_CONNECTIONS: '200', INTERNAL_PORT: '0', INTERNAL_HOST: '127.0.0.1' };
let gateway: Gateway;
let sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await gateway.stop();
});

it('An address holds a quarter of all connections, and others are served meanwhile', async () => {
  gateway = await startGateway(settings);
  await flood(gateway, 300);
  await until('all but 50 are closed', () => sockets.filter(({ closed }) => closed).length === 250);
  await request(gateway.url).get('/health').expect(200);
  expect(await refusedBy(gateway)).toBe(250);
  const lines = () => gateway.logs().filter((line) => line.includes('connections refused'));
  await until('it is logged', () => lines().length > 0);
  expect(lines().map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 'warn', network: '127.0.0.2', max: 50 }),
  ]);
});

it('An address whose connections ended may open others', async () => {
  gateway = await startGateway(settings);
  await flood(gateway, 50);
  for (const socket of sockets) socket.destroy();
  await until('there is room again', async () => {
    sockets = [];
    await flood(gateway, 50);
    return sockets.every(({ closed }) => !closed);
  });
});

it('A proxy of TRUST_PROXY has no limit', async () => {
  gateway = await startGateway({ ...settings, TRUST_PROXY: '127.0.0.2/32' });
  await flood(gateway, 100);
  const proxied = sockets.splice(0);
  await flood(gateway, 60, '127.0.0.3');
  await until('all but 50 are closed', () => sockets.filter(({ closed }) => closed).length === 10);
  expect(proxied.filter(({ closed }) => closed)).toEqual([]);
  sockets.push(...proxied);
});

it('Where all connections are taken, the longest idle one of the network that has most makes room', async () => {
  gateway = await startGateway(settings);
  await flood(gateway, 1, '127.0.0.6');
  for (const network of ['127.0.0.2', '127.0.0.3', '127.0.0.4']) await flood(gateway, 50, network);
  await flood(gateway, 49, '127.0.0.5');
  for (const socket of sockets) socket.write('GET /health HTTP/1.1\r\nHost: gateway\r\n\r\n');
  await until('all are answered', () => sockets.every(({ bytesRead }) => bytesRead > 0));
  await request(gateway.url).get('/health').expect(200);
  await until('one is closed', () => sockets.some(({ closed }) => closed));
  expect(sockets.flatMap(({ closed }, index) => (closed ? [index] : []))).toEqual([1]);
});

it('The gateway keeps an idle connection of a proxy of TRUST_PROXY longer than one of a client', async () => {
  const times = changedTimes({ keepAliveMs: 100 });
  gateway = await startGateway({ ...settings, ...times, TRUST_PROXY: '127.0.0.2/32' });
  await flood(gateway, 1);
  await flood(gateway, 1, '127.0.0.3');
  for (const socket of sockets) socket.write('GET /health HTTP/1.1\r\nHost: gateway\r\n\r\n');
  await until("the client's is closed", () => sockets[1]?.closed === true);
  await sleep(2_000);
  expect(sockets[0]?.closed).toBe(false);
});

/** Connections that send no request. */
async function flood(target: Gateway, count: number, localAddress = '127.0.0.2'): Promise<void> {
  sockets.push(...(await openSockets(target.url, count, { localAddress })));
}

async function refusedBy({ internal }: Gateway): Promise<number | undefined> {
  return (await scrape(internal())).get('client_reporting_http_connections_refused_total');
}
