import { ChannelCredentials, Client, Metadata, status } from '@grpc/grpc-js';
import type { ServiceDefinition, ServiceError } from '@grpc/grpc-js';
import { Registry } from 'prom-client';
import { errorCodeIn, fromGrpcError } from '../proto/error-status.ts';
import { watchConnection } from './rpc-connection.ts';
import type { Connection } from './rpc-connection.ts';
import { measuredClient } from './rpc-metrics.ts';
import type { Methods } from './rpc-server.ts';
import { tracedClient } from './tracing/rpc.ts';
import type { Tracing } from './tracing/tracing.ts';

export type CallOptions = {
  requestId: string;
  /** The access token that the call is made for, with its scheme. */
  authorization?: string | undefined;
  /** The address of the client that it is made for, as the rate limits take it. */
  clientAddress?: string | undefined;
  /** Aborting it cancels the call, down to the statement that it runs. */
  signal?: AbortSignal;
};

/** Its methods throw ApiError alone. */
export type RpcClient<Service> = Methods<Service, CallOptions> & { close: () => void };

/**
 * A client of the service at `address`, of which each call goes to the next of the servers that the name resolves to. What
 * a server refuses or drops, another is asked for. No call takes longer than `deadlineMs`, no server stream than
 * `streamDeadlineMs`.
 */
export function connectRpc<Service extends ServiceDefinition>(
  service: Service,
  {
    address,
    credentials = ChannelCredentials.createInsecure(),
    deadlineMs,
    streamDeadlineMs = deadlineMs,
    metrics = new Registry(),
    tracing,
  }: {
    address: string;
    credentials?: ChannelCredentials;
    deadlineMs: number;
    streamDeadlineMs?: number;
    metrics?: Registry;
    tracing?: Tracing | undefined;
  },
): RpcClient<Service> {
  const options = {
    'grpc.enable_channelz': 0,
    interceptors: [measuredClient(metrics), ...(tracing ? [tracedClient(tracing, address)] : [])],
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    // Else each look-up of a name would ask for a TXT record too, which could say something else.
    'grpc.service_config_disable_resolution': 1,
    // The library's own half a minute is too long to miss servers that came in place of others.
    'grpc.dns_min_time_between_resolutions_ms': 1_000,
    // The library's own backoff grows to two minutes, in which a service that is back would not be noticed.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 500,
  };
  const open = (pings: object) => {
    const client = new Client(address, credentials, { ...options, ...pings });
    return { client, again: againWhereLost(watchConnection(client)) };
  };
  // A server whose host or network is gone says nothing, and costs every call its deadline until that is noticed.
  const calls = open({ 'grpc.keepalive_time_ms': 5_000, 'grpc.keepalive_timeout_ms': 5_000 });
  // Not pinged: the library drops a connection when it pings one that its server is renewing, and what still runs on it:
  // https://github.com/grpc/grpc-node/issues/3068
  const streams = open({});
  const methods = Object.entries(service).map(([method, definition]) => [
    method,
    definition.responseStream
      ? async function* (request: object, options: CallOptions) {
          const deadline = Date.now() + streamDeadlineMs;
          const { client, again } = streams;
          yield* await again(deadline, () => begun(serverStream(client, definition, request, options, deadline)));
        }
      : (request: object, options: CallOptions) => {
          const deadline = Date.now() + deadlineMs;
          const { client, again } = calls;
          return again(deadline, () => unary(client, definition, request, options, deadline));
        },
  ]);
  const close = () => {
    calls.client.close();
    streams.client.close();
  };
  return { ...Object.fromEntries(methods), close } as RpcClient<Service>;
}

type Definition = ServiceDefinition[string];

/**
 * Makes a call again that no service has answered: a server that ends or renews its connections refuses what comes meanwhile,
 * and one that is killed drops what it has.
 */
function againWhereLost(connection: Connection) {
  return async <T>(deadline: number, attempt: () => Promise<T>): Promise<T> => {
    for (let attemptsLeft = 2; ; attemptsLeft -= 1) {
      await connection(deadline);
      try {
        return await attempt();
      } catch (caught) {
        const failure = caught as ServiceError;
        const isLost = failure.code === status.UNAVAILABLE && errorCodeIn(failure.metadata) === undefined;
        if (!isLost || attemptsLeft === 0) throw fromGrpcError(failure);
      }
    }
  };
}

function unary(client: Client, definition: Definition, request: object, options: CallOptions, deadline: number) {
  return new Promise((resolve, reject) => {
    const { signal } = options;
    const call = client.makeUnaryRequest(
      definition.path,
      definition.requestSerialize,
      definition.responseDeserialize,
      request,
      metadataOf(options),
      { deadline },
      (failure, reply) => {
        signal?.removeEventListener('abort', cancel);
        if (failure) reject(failure);
        else resolve(reply);
      },
    );
    const cancel = () => call.cancel();
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
  });
}

/** Messages are taken off the connection as they are asked for. Whoever asks for no more cancels the call. */
async function* serverStream(
  client: Client,
  definition: Definition,
  request: object,
  options: CallOptions,
  deadline: number,
) {
  const { signal } = options;
  const call = client.makeServerStreamRequest(
    definition.path,
    definition.requestSerialize,
    definition.responseDeserialize,
    request,
    metadataOf(options),
    { deadline },
  );
  const cancel = () => call.cancel();
  // It may come when nobody iterates any more.
  call.on('error', () => undefined);
  if (signal?.aborted) cancel();
  else signal?.addEventListener('abort', cancel, { once: true });
  try {
    for await (const message of call) yield message as unknown;
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}

/** The stream once its first message is there, before which it may be asked for again. */
async function begun<T>(stream: AsyncGenerator<T>): Promise<AsyncIterable<T>> {
  const first = await stream.next();
  return (async function* () {
    try {
      if (first.done) return;
      yield first.value;
      yield* stream;
    } catch (failure) {
      throw fromGrpcError(failure as ServiceError);
    } finally {
      await stream.return(undefined);
    }
  })();
}

function metadataOf({ requestId, authorization, clientAddress }: CallOptions): Metadata {
  const metadata = new Metadata();
  metadata.set('x-request-id', requestId);
  if (authorization !== undefined) metadata.set('authorization', authorization);
  if (clientAddress !== undefined) metadata.set('x-client-address', clientAddress);
  return metadata;
}
