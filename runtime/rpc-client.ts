import type { Writable } from 'node:stream';
import { ChannelCredentials, Client, Metadata, status } from '@grpc/grpc-js';
import type { ServiceDefinition, ServiceError, StatusObject } from '@grpc/grpc-js';
import { Registry } from 'prom-client';
import { errorCodeIn, fromGrpcError } from '../proto/error-status.ts';
import { watchConnection } from './rpc-connection.ts';
import type { Connection } from './rpc-connection.ts';
import { measuredClient } from './rpc-metrics.ts';
import type { ObserveCall } from './rpc-metrics.ts';
import type { Methods } from './rpc-server.ts';
import { tracedClient } from './tracing/rpc.ts';
import type { Tracing } from './tracing/tracing.ts';

export type CallOptions = {
  requestId: string;
  /** The access token that the call is made for, with its scheme. */
  authorization?: string | undefined;
  /** The address of the client that it is made for, as the rate limits take it. */
  clientAddress?: string | undefined;
  /** The stream that the answer is for. When it closes before, the call is cancelled, down to the statement that it runs. */
  caller?: Writable;
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
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    // Else each look-up of a name would ask for a TXT record too, which could say something else.
    'grpc.service_config_disable_resolution': 1,
    // The library's own half a minute is too long to miss servers that came in place of others.
    'grpc.dns_min_time_between_resolutions_ms': 1_000,
    // The library's own backoff grows to two minutes, in which a service that is back would not be noticed.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 500,
  };
  const observers = [measuredClient(metrics), ...(tracing ? [tracedClient(tracing, address)] : [])];
  const observe: ObserveCall = (path, metadata) => {
    const ends = observers.map((observer) => observer(path, metadata));
    return (outcome) => ends.forEach((end) => end(outcome));
  };
  const open = (own: object) => {
    const client = new Client(address, credentials, { ...options, ...own });
    return { client, again: againWhereLost(watchConnection(client)) };
  };
  const calls = open({
    // A server whose host or network is gone says nothing, and costs every call its deadline until that is noticed.
    'grpc.keepalive_time_ms': 5_000,
    'grpc.keepalive_timeout_ms': 5_000,
    // Of HTTP/2's own 64 KiB for all calls of a connection, two pages of 100 rows take all, and the others wait.
    'grpc-node.flow_control_window': 1_048_576,
  });
  // Not pinged: the library drops a connection when it pings one that its server is renewing, and what still runs on it:
  // https://github.com/grpc/grpc-node/issues/3068
  const streams = open({});
  const methods = Object.entries(service).map(([method, definition]) => [
    method,
    definition.responseStream
      ? async function* (request: object, options: CallOptions) {
          const deadline = Date.now() + streamDeadlineMs;
          const { client, again } = streams;
          yield* await again(deadline, () =>
            begun(serverStream({ client, definition, request, options, deadline, observe })),
          );
        }
      : (request: object, options: CallOptions) => {
          const deadline = Date.now() + deadlineMs;
          const { client, again } = calls;
          return again(deadline, () => unary({ client, definition, request, options, deadline, observe }));
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

type Attempt = {
  client: Client;
  definition: Definition;
  request: object;
  options: CallOptions;
  deadline: number;
  observe: ObserveCall;
};

async function unary({ client, definition, request, options, deadline, observe }: Attempt): Promise<unknown> {
  const { caller } = options;
  requireCaller(caller);
  const message = definition.requestSerialize(request);
  const metadata = metadataOf(options);
  const call = client.getChannel().createCall(definition.path, deadline, null, null, null);
  const cancel = () => call.cancelWithStatus(hungUp.code, hungUp.details);
  caller?.once('close', cancel);
  try {
    return await replyOf(call, definition, message, metadata, observe(definition.path, metadata));
  } finally {
    caller?.off('close', cancel);
  }
}

/**
 * Straight on the channel. A Client would take a stack trace of each call and pass each of its steps through interceptors, though
 * there be none, which took a tenth of the gateway's time. Nothing of the request is known here: much of what a call holds
 * is freed by major collections alone.
 */
function replyOf(
  call: Call,
  { responseDeserialize }: Definition,
  message: Buffer,
  metadata: Metadata,
  end: (outcome: StatusObject) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let reply: unknown;
    let details = 'there is no message';
    call.start(metadata, {
      onReceiveMetadata: () => undefined,
      onReceiveMessage: (received: Buffer) => {
        try {
          reply = responseDeserialize(received);
        } catch (error) {
          details = `the message can't be read: ${String(error)}`;
        }
      },
      onReceiveStatus: (received) => {
        const isUnread = received.code === status.OK && reply === undefined;
        const outcome = isUnread ? { ...received, code: status.INTERNAL, details } : received;
        end(outcome);
        if (outcome.code === status.OK) resolve(reply);
        else reject(failureOf(outcome));
      },
    });
    call.sendMessageWithContext({}, message);
    call.startRead();
    call.halfClose();
  });
}

type Call = ReturnType<ReturnType<Client['getChannel']>['createCall']>;

function failureOf(outcome: StatusObject): ServiceError {
  return Object.assign(new Error(`${outcome.code} ${status[outcome.code]}: ${outcome.details}`), outcome);
}

const hungUp = { code: status.CANCELLED, details: 'the caller hung up', metadata: new Metadata() };

function requireCaller(caller: Writable | undefined): void {
  if (caller?.destroyed) throw failureOf(hungUp);
}

/** Messages are taken off the connection as they are asked for. Whoever asks for no more cancels the call. */
async function* serverStream({ client, definition, request, options, deadline, observe }: Attempt) {
  const { caller } = options;
  requireCaller(caller);
  const metadata = metadataOf(options);
  const end = observe(definition.path, metadata);
  const call = client.makeServerStreamRequest(
    definition.path,
    definition.requestSerialize,
    definition.responseDeserialize,
    request,
    metadata,
    { deadline },
  );
  call.on('status', end);
  // It may come when nobody iterates any more.
  call.on('error', () => undefined);
  const cancel = () => call.cancel();
  caller?.once('close', cancel);
  try {
    for await (const message of call) yield message as unknown;
  } finally {
    caller?.off('close', cancel);
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
