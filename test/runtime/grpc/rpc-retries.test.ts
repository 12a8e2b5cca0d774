import { afterEach, expect, it } from '@jest/globals';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { authService, reportingService } from '../../../proto/load.ts';
import { connectRpc } from '../../../runtime/grpc/rpc-client.ts';
import { until } from '../../support/until.ts';

const stops: (() => unknown)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

it('a stream that is dropped before its first message is retried', async () => {
  const { messages, attempts } = await exportFrom([0, 0, 2]);
  expect(await messages).toHaveLength(2);
  expect(attempts()).toBe(3);
});

it('a stream that is dropped after its first message is not retried, and fails', async () => {
  const { messages, attempts } = await exportFrom([1, 2]);
  await expect(messages).rejects.toMatchObject({ name: 'ApiError', code: 'service_unavailable' });
  expect(attempts()).toBe(1);
});

it('what a server refuses for good is no service_unavailable, and is not retried', async () => {
  const { messages, attempts } = await exportFrom([0, 1], status.RESOURCE_EXHAUSTED);
  await expect(messages).rejects.toMatchObject({ name: 'ApiError', code: 'internal_error' });
  expect(attempts()).toBe(1);
});

it('a reply whose server is killed before it sends the status counts', async () => {
  const server = createServer();
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' });
    const message = authService.GetAccount.responseSerialize({ companyId: 'acme' });
    const frame = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);
    stream.write(frame, () => stream.session?.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connectRpc(authService, { address: `127.0.0.1:${port}`, deadlineMs: 20_000 });
  stops.push(() => server.close(), client.close);
  const claims = { clientId: 'client', userId: 'user', tokenId: 'token', tokenGeneration: 0, externalId: '' };
  expect(await client.GetAccount(claims, { requestId: 'test' })).toEqual({
    companyId: 'acme',
    userId: '',
    networks: [],
  });
});

it('a call that is closed in order without a reply and a status is unavailable, as where its server is killed', async () => {
  const server = createServer();
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' });
    stream.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connectRpc(authService, { address: `127.0.0.1:${port}`, deadlineMs: 20_000 });
  stops.push(() => server.close(), client.close);
  const claims = { clientId: 'client', userId: 'user', tokenId: 'token', tokenGeneration: 0, externalId: '' };
  await expect(client.GetAccount(claims, { requestId: 'test' })).rejects.toMatchObject({ code: 'service_unavailable' });
});

it('calls go to the second address while no server of the first can be reached, and back to the first', async () => {
  const listen = async (companyId: string, port: number) => {
    const server = new Server();
    const reply = (_: unknown, done: (error: null, value: object) => void) => done(null, { companyId, userId: '' });
    server.addService(authService, { GetAccount: reply });
    stops.push(() => server.forceShutdown());
    return { server, port: await bound(server, port) };
  };
  const [first, all] = [await listen('first', 0), await listen('all', 0)];
  const address = `127.0.0.1:${first.port},127.0.0.1:${all.port}`;
  const client = connectRpc(authService, { address, deadlineMs: 5_000 });
  stops.push(client.close);
  const claims = { clientId: 'client', userId: 'user', tokenId: 'token', tokenGeneration: 0, externalId: '' };
  const answeredBy = () => client.GetAccount(claims, { requestId: 'test' }).catch(() => ({ companyId: 'none' }));
  expect(await answeredBy()).toMatchObject({ companyId: 'first' });
  first.server.forceShutdown();
  await until('the second one answers', async () => (await answeredBy()).companyId === 'all');
  for (let count = 0; count < 20; count += 1) expect(await answeredBy()).toMatchObject({ companyId: 'all' });
  await listen('first', first.port);
  await until('the first one answers again', async () => (await answeredBy()).companyId === 'first');
});

/** Reads an export of which each attempt but the last ends with this status after so many messages. */
async function exportFrom(messagesOfAttempts: number[], code = status.UNAVAILABLE) {
  let attempts = 0;
  const server = new Server();
  stops.push(() => server.forceShutdown());
  server.addService(reportingService, {
    Export: (call: ServerWritableStream<unknown, object>) => {
      const messages = messagesOfAttempts[attempts] ?? 0;
      attempts += 1;
      for (let count = 0; count < messages; count += 1) call.write({});
      if (attempts === messagesOfAttempts.length) call.end();
      else setImmediate(() => call.emit('error', { code, details: 'dropped' }));
    },
  });
  const port = await bound(server, 0);
  const client = connectRpc(reportingService, { address: `127.0.0.1:${port}`, deadlineMs: 20_000 });
  const read = async () => {
    const received = [];
    for await (const message of client.Export({} as never, { requestId: 'test' })) received.push(message);
    return received;
  };
  return { messages: read().finally(client.close), attempts: () => attempts };
}

function bound(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, actual) => {
      if (error) reject(error);
      else resolve(actual);
    });
  });
}
