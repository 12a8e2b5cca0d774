import { ChannelCredentials, Client, Metadata } from '@grpc/grpc-js';
import type { ServiceDefinition, ServiceError } from '@grpc/grpc-js';
import { Registry } from 'prom-client';
import { fromGrpcError } from '../proto/error-status.ts';
import { measuredClient } from './rpc-metrics.ts';
import type { Methods } from './rpc-server.ts';

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
 * A client of the service at `address`, of which each call goes to the next of the servers that the name resolves to. No
 * call takes longer than `deadlineMs`, no server stream than `streamDeadlineMs`.
 */
export function connectRpc<Service extends ServiceDefinition>(
  service: Service,
  {
    address,
    credentials = ChannelCredentials.createInsecure(),
    deadlineMs,
    streamDeadlineMs = deadlineMs,
    metrics = new Registry(),
  }: {
    address: string;
    credentials?: ChannelCredentials;
    deadlineMs: number;
    streamDeadlineMs?: number;
    metrics?: Registry;
  },
): RpcClient<Service> {
  const client = new Client(address, credentials, {
    'grpc.enable_channelz': 0,
    interceptors: [measuredClient(metrics)],
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    // The library's own half a minute is too long to miss servers that came in place of others.
    'grpc.dns_min_time_between_resolutions_ms': 1_000,
    // The library's own backoff grows to two minutes, in which a service that is back would not be noticed.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
  });
  const methods = Object.entries(service).map(([method, definition]) => [
    method,
    definition.responseStream
      ? (request: object, options: CallOptions) => serverStream(client, definition, request, options, streamDeadlineMs)
      : (request: object, options: CallOptions) => unary(client, definition, request, options, deadlineMs),
  ]);
  return { ...Object.fromEntries(methods), close: () => client.close() } as RpcClient<Service>;
}

type Definition = ServiceDefinition[string];

function unary(client: Client, definition: Definition, request: object, options: CallOptions, deadlineMs: number) {
  return new Promise((resolve, reject) => {
    const { signal } = options;
    const call = client.makeUnaryRequest(
      definition.path,
      definition.requestSerialize,
      definition.responseDeserialize,
      request,
      metadataOf(options),
      { deadline: Date.now() + deadlineMs },
      (failure, reply) => {
        signal?.removeEventListener('abort', cancel);
        if (failure) reject(fromGrpcError(failure));
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
  deadlineMs: number,
) {
  const { signal } = options;
  const call = client.makeServerStreamRequest(
    definition.path,
    definition.requestSerialize,
    definition.responseDeserialize,
    request,
    metadataOf(options),
    { deadline: Date.now() + deadlineMs },
  );
  const cancel = () => call.cancel();
  // It may come when nobody iterates any more.
  call.on('error', () => undefined);
  if (signal?.aborted) cancel();
  else signal?.addEventListener('abort', cancel, { once: true });
  try {
    for await (const message of call) yield message as unknown;
  } catch (failure) {
    throw fromGrpcError(failure as ServiceError);
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}

function metadataOf({ requestId, authorization, clientAddress }: CallOptions): Metadata {
  const metadata = new Metadata();
  metadata.set('x-request-id', requestId);
  if (authorization !== undefined) metadata.set('authorization', authorization);
  if (clientAddress !== undefined) metadata.set('x-client-address', clientAddress);
  return metadata;
}
