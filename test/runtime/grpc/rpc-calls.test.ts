import { afterEach, expect, it } from '@jest/globals';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { Registry } from 'prom-client';
import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { authService, reportingService } from '../../../proto/load.ts';
import { ApiError } from '../../../proto/errors.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { connectRpc } from '../../../runtime/grpc/rpc-client.ts';
import { startRpcServer } from '../../../runtime/grpc/rpc-server.ts';
import { until } from '../../support/until.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

it('A client does not retry what a service has answered', async () => {
  const server = await startServer('busy', { error: new ApiError('service_unavailable') });
  await expect(call(clientOf(server))).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(server.running()).toBe(1);
});

it('A call is not made for a caller that has disconnected', async () => {
  const server = await startServer('called');
  const client = clientOf(server);
  expect(await call(client)).toBe('called');
  const caller = new PassThrough().destroy();
  await once(caller, 'close');
  await expect(call(client, caller)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await call(client)).toBe('called');
  expect(server.running()).toBe(2);
});

it('A call fails, and counts as failed, where its answer cannot be read', async () => {
  const { address } = await startServer('garbled');
  const responseDeserialize = () => {
    throw new Error('garbled');
  };
  const metrics = new Registry();
  const garbled = { ...authService, GetAccount: { ...authService.GetAccount, responseDeserialize } };
  const client = connectRpc(garbled as typeof authService, { address, deadlineMs: 20_000, metrics });
  stops.push(client.close);
  await expect(call(client)).rejects.toMatchObject({ code: 'internal_error' });
  expect(await metrics.metrics()).toContain('duration_seconds_count{method="Auth/GetAccount",code="internal"} 1');
});

it('A server cuts calls that outlast the time to drain', async () => {
  const server = await startServer('slow', { delayMs: 600_000, drainMs: 300 });
  const client = clientOf(server);
  const refused = expect(call(client)).rejects.toMatchObject({ code: 'service_unavailable' });
  await until('the call runs', () => server.running() === 1);
  await server.stop();
  await refused;
});

it('A stream that is dropped before its first message is retried', async () => {
  const { messages, attempts } = await exportFrom([0, 0, 2]);
  expect(await messages).toHaveLength(2);
  expect(attempts()).toBe(3);
});

it('A stream that is dropped after its first message is not retried, and fails', async () => {
  const { messages, attempts } = await exportFrom([1, 2]);
  await expect(messages).rejects.toMatchObject({ name: 'ApiError', code: 'service_unavailable' });
  expect(attempts()).toBe(1);
});

it('A final refusal of a server is not service_unavailable, and is not retried', async () => {
  const { messages, attempts } = await exportFrom([0, 1], status.RESOURCE_EXHAUSTED);
  await expect(messages).rejects.toMatchObject({ name: 'ApiError', code: 'internal_error' });
  expect(attempts()).toBe(1);
});

it('A reply whose server is killed before it sends the status counts', async () => {
  const message = authService.GetAccount.responseSerialize({ companyId: 'acme' });
  const frame = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);
  const server = await startHttp2((stream) => stream.write(frame, () => stream.session?.destroy()));
  expect(await call(clientOf(server))).toBe('acme');
});

it('A call that is closed in order without a reply and a status is unavailable, as where its server is killed', async () => {
  const server = await startHttp2((stream) => stream.end());
  await expect(call(clientOf(server))).rejects.toMatchObject({ code: 'service_unavailable' });
});

type Settings = { delayMs?: number; error?: ApiError; drainMs?: number };

/** A server of auth that answers with its own name. */
async function startServer(name: string, { delayMs = 0, error, drainMs = 10_000 }: Settings = {}) {
  let running = 0;
  const nothing = async (): Promise<never> => {
    throw new Error('no request is expected');
  };
  let stop: () => Promise<void> = async () => undefined;
  const address = await startRpcServer(
    authService,
    {
      IssueToken: nothing,
      RevokeToken: nothing,
      ListSigningKeys: nothing,
      Record: nothing,
      GetAccount: async () => {
        running++;
        await new Promise((resolve) => setTimeout(resolve, delayMs).unref());
        if (error) throw error;
        return { companyId: name, userId: '', networks: [] };
      },
    },
    { GRPC_LISTEN: '127.0.0.1:0', DRAIN_MS: drainMs, times: { connectionAgeMs: 60_000 } },
    ServerCredentials.createInsecure(),
    {
      log: createLogger('test', 'silent', process.stdout),
      metrics: new Registry(),
      tracing: undefined,
      readiness: { ready: Promise.resolve(), notReady: () => undefined, requires: async () => undefined },
      onStop: (_, given) => (stop = given),
    },
  );
  stops.push(stop);
  return { address, stop, running: () => running };
}

type Client = ReturnType<typeof clientOf>;

function clientOf({ address }: { address: string }, deadlineMs = 20_000) {
  const client = connectRpc(authService, { address, deadlineMs });
  stops.push(client.close);
  return client;
}

async function call(client: Client, caller = new PassThrough()): Promise<string> {
  const claims = { clientId: 'client', userId: 'user', tokenId: 'token', tokenGeneration: 0, externalId: '' };
  return (await client.GetAccount(claims, { requestId: 'test', caller })).companyId;
}

/** A server that answers each call by itself, without gRPC's own end. */
async function startHttp2(answer: (stream: ServerHttp2Stream) => unknown) {
  const server = createServer().on('stream', (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' });
    answer(stream);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => server.close());
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

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
