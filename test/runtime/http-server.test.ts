import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { listenHttp } from '../../runtime/process/http-server.ts';

it('a server that ends waits for the answers of a pipeline, and no longer', async () => {
  const server = createServer(({ url = '' }, response) => {
    void sleep(Number(url.slice(1))).then(() => response.end(`after ${url.slice(1)};`));
  });
  const { url, close } = await listenHttp(server, { PORT: 0, HOST: '127.0.0.1' });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  // The second answer is ready before the first, and no longer to be changed.
  socket.write('GET /1500 HTTP/1.1\r\nHost: a\r\n\r\nGET /1 HTTP/1.1\r\nHost: a\r\n\r\n');
  const answers = text(socket);
  await sleep(100);
  const begunAt = performance.now();
  await close(20_000);
  expect(performance.now() - begunAt).toBeLessThan(5_000);
  expect((await answers).match(/after \d+;/g)).toEqual(['after 1500;', 'after 1;']);
});

it('a server that ends answers kept-alive connections for up to 5 seconds, a quarter of its drain, and ends each with its answer', async () => {
  const server = createServer((_, response) => void response.end('answer'));
  const { url, close } = await listenHttp(server, { PORT: 0, HOST: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
    await text(answer);
    return answer.headers.connection;
  };
  expect(await ask()).toBe('keep-alive');
  const begunAt = performance.now();
  const closed = close(40_000);
  await sleep(3_000);
  expect(await ask()).toBe('close');
  await closed;
  expect(performance.now() - begunAt).toBeLessThan(5_000);
});
