import { afterEach, describe, expect, it } from '@jest/globals';
import { ServerCredentials } from '@grpc/grpc-js';
import { Registry } from 'prom-client';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { authService } from '../../../proto/load.ts';
import { ApiError } from '../../../proto/errors.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { connectRpc } from '../../../runtime/grpc/rpc-client.ts';
import { startRpcServer } from '../../../runtime/grpc/rpc-server.ts';
import { until } from '../../support/until.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

describe('a client', () => {
  it('does not retry what a service has answered', async () => {
    const server = await startServer('busy', { error: new ApiError('service_unavailable') });
    await expect(call(clientOf(server))).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(server.running()).toBe(1);
  });

  it('fails with an error of the table even where it was closed', async () => {
    const client = clientOf(await startServer('there'));
    client.close();
    await expect(call(client)).rejects.toMatchObject({ name: 'ApiError', code: 'internal_error' });
  });
});

describe('a call', () => {
  it('is not made for a caller that has disconnected', async () => {
    const server = await startServer('called');
    const client = clientOf(server);
    expect(await call(client)).toBe('called');
    const caller = new PassThrough().destroy();
    await once(caller, 'close');
    await expect(call(client, caller)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await call(client)).toBe('called');
    expect(server.running()).toBe(2);
  });

  it('leaves no listener behind on its caller', async () => {
    const client = clientOf(await startServer('there'));
    const caller = new PassThrough();
    const listeners = caller.listenerCount('close');
    expect(await call(client, caller)).toBe('there');
    expect(caller.listenerCount('close')).toBe(listeners);
  });

  it('fails, and counts as failed, where its answer can not be read', async () => {
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
});

describe('a server', () => {
  it('cuts calls that outlast the time to drain', async () => {
    const server = await startServer('slow', { delayMs: 600_000, drainMs: 300 });
    const client = clientOf(server);
    const refused = expect(call(client)).rejects.toMatchObject({ code: 'service_unavailable' });
    await until('the call runs', () => server.running() === 1);
    await server.stop();
    await refused;
  });
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
      RecordRead: nothing,
      RecordRefusal: nothing,
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

function clientOf({ address }: { address: string }) {
  const client = connectRpc(authService, { address, deadlineMs: 20_000 });
  stops.push(client.close);
  return client;
}

async function call(client: Client, caller = new PassThrough()): Promise<string> {
  const claims = { clientId: 'client', userId: 'user', tokenId: 'token', tokenGeneration: 0, externalId: '' };
  return (await client.GetAccount(claims, { requestId: 'test', caller })).companyId;
}
