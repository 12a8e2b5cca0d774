import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import express from 'express';
import type { Response } from 'express';
import request from 'supertest';
import { createSend } from '../../../gateway/http/send.ts';
import { sendFile } from '../../../gateway/reports/send-file.ts';
import { until } from '../../support/until.ts';

/** Exports of bytes that are made here, and clients that take them by raw sockets; at once, since most of it is waiting. */
const stallMs = 5_000;
const megabyte = 1_048_576;
const stops: (() => void)[] = [];
const file = { report: 'timesheets', groupBy: [], fromDate: '', toDate: '', format: 'csv' } as const;

afterAll(() => {
  for (const stop of stops.reverse()) stop();
});

it.concurrent('A client that does not take the last bytes is disconnected', async () => {
  let filledAt = NaN;
  const { port, endedMs } = await serve(async function* (response) {
    // Until a piece remains here because the system's buffers are full.
    while (response.writableLength === 0) {
      yield Buffer.alloc(8_192);
      await sleep(1);
    }
    filledAt = performance.now();
  });
  startClient(port);
  await endedMs(0);
  expect(performance.now() - filledAt).toBeLessThan(2 * stallMs);
});

it.concurrent('A client that takes less than it must is disconnected', async () => {
  const { port, endedMs } = await serve(megabytes(60), 4 * megabyte);
  const client = startClient(port, { bytesAtOnce: 65_536, pauseMs: 60 });
  expect(await endedMs(0)).toBeLessThan(3 * stallMs);
  expect(client.received()).toBeLessThan(60 * megabyte);
});

it.concurrent(
  'A client that takes three times what it must gets everything, in whatever pieces it is sent',
  async () => {
    const { port } = await serve(async function* () {
      for (let piece = 0; piece < 8; piece += 1) yield Buffer.alloc(9 * megabyte);
    }, megabyte);
    const client = startClient(port, { bytesAtOnce: 65_536, pauseMs: 20 });
    await until('the whole file', () => client.received() > 72 * megabyte, 60_000);
  },
);

it.concurrent('Time in which there is nothing to take does not count', async () => {
  const { port } = await serve(async function* () {
    for (let piece = 0; piece < 3; piece += 1) {
      yield Buffer.alloc(megabyte);
      await sleep(1.2 * stallMs);
    }
  }, megabyte);
  const client = startClient(port, { bytesAtOnce: 65_536, pauseMs: 1 });
  await until('the whole file', () => client.received() > 3 * megabyte, 60_000);
});

it.concurrent('What fails before the first bytes is answered without the headers of a file', async () => {
  const app = express().get('/', async (_request, response) => {
    const chunks = async function* () {
      yield { content: Buffer.alloc(0), totalCount: 1, version: '1', etag: 'e', notModified: false };
      throw new Error('no rows');
    };
    await sendFile(response, file, chunks, sendAtLeast(1)).catch(() => response.status(503).end());
  });
  const { status, headers } = await request(app).get('/');
  expect(status).toBe(503);
  for (const name of ['content-disposition', 'content-type', 'x-total-count', 'etag', 'report-version']) {
    expect(headers[name]).toBeUndefined();
  }
});

it.concurrent.each(['identity', 'gzip', 'br'])(
  'The first bytes of a file, as %s, wait until they are a megabyte, or 8 seconds old',
  async (encoding) => {
    const { port } = await serve(async function* () {
      yield Buffer.from('id,name\r\n');
      await sleep(8_100);
      yield Buffer.from('1,one\r\n');
      await new Promise(() => undefined);
    });
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'Accept-Encoding': encoding } });
    expect(answer.headers.get('content-length')).toBeNull();
    const first = (await answer.body?.getReader().read()) as { value: Uint8Array };
    expect(Buffer.from(first.value).toString()).toBe('id,name\r\n1,one\r\n');
  },
);

function sendAtLeast(minBytesPerSecond: number) {
  return createSend({ stallMs, fileStallMs: stallMs, minBytesPerSecond }, () => undefined);
}

type Pieces = (response: Response) => AsyncIterable<Buffer>;

function megabytes(count: number): Pieces {
  return async function* () {
    for (let piece = 0; piece < count; piece += 1) yield Buffer.alloc(megabyte);
  };
}

/** `endedMs` is how long an export took, by its number. */
async function serve(pieces: Pieces, minBytesPerSecond = 1) {
  const ended: number[] = [];
  const app = express();
  app.get('/', async (_request, response) => {
    const startedAt = performance.now();
    response.once('close', () => ended.push(performance.now() - startedAt));
    const chunks = async function* () {
      const rest = { totalCount: 1, version: '1', etag: 'e', notModified: false };
      for await (const content of pieces(response)) yield { ...rest, content };
    };
    await sendFile(response, file, chunks, sendAtLeast(minBytesPerSecond)).catch(() => response.destroy());
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const endedMs = async (index: number) => {
    await until('the end of the export', () => ended.length > index, 60_000);
    return ended[index] ?? NaN;
  };
  return { port: (server.address() as AddressInfo).port, endedMs };
}

/** Takes at most so many bytes, and then as many again after each pause; without one, it takes no more. */
function startClient(port: number, { bytesAtOnce = 4_096, pauseMs }: { bytesAtOnce?: number; pauseMs?: number } = {}) {
  let received = 0;
  const onRead = (count: number) => {
    received += count;
    if (pauseMs !== undefined) setTimeout(() => socket.resume(), pauseMs);
    return false;
  };
  const onread = { buffer: Buffer.alloc(bytesAtOnce), callback: onRead };
  const socket = connect({ port, host: '127.0.0.1', onread });
  stops.push(() => socket.destroy());
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { received: () => received };
}
