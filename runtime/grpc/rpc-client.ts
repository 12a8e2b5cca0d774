import { ChannelCredentials } from '@grpc/grpc-js';
import type { Client, ServiceDefinition } from '@grpc/grpc-js';
import { Registry } from 'prom-client';
import { serverStream, unaryCall } from './rpc-call.ts';
import type { CallOptions, StreamCall } from './rpc-call.ts';
import { openCalls, openStream } from './rpc-channel.ts';
import { observeCalls } from './observe-call.ts';
import type { Methods } from './rpc-server.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** Its methods throw ApiError alone. */
export type RpcClient<Service> = Methods<Service, CallOptions> & { close: () => void };

/** How long a server stream may take until its first message, for each later one, and in all. */
export type StreamLimits = { startMs: number; silenceMs: number; deadlineMs: number };

const ownConnectionMs = 2_000;

/**
 * A client of the service at `address`; each call goes to the next of the servers that the name resolves to. No call takes longer than
 * `deadlineMs`; server streams have limits of their own. A call is measured and traced once, with its retries.
 */
export function connectRpc<Service extends ServiceDefinition>(
  service: Service,
  {
    address,
    credentials = ChannelCredentials.createInsecure(),
    deadlineMs,
    streams = { startMs: deadlineMs, silenceMs: deadlineMs, deadlineMs },
    metrics = new Registry(),
    tracing,
  }: {
    address: string;
    credentials?: ChannelCredentials;
    deadlineMs: number;
    streams?: StreamLimits;
    metrics?: Registry;
    tracing?: Tracing | undefined;
  },
): RpcClient<Service> {
  const observe = observeCalls(metrics, tracing, address);
  const calls = openCalls(address, credentials);
  const stream = async function* (call: Omit<StreamCall, 'client'>) {
    const own = openStream(address, credentials);
    const begunAt = Date.now();
    try {
      // Where the DNS does not answer, the connections of the others are still there.
      const client = (await isReady(own, ownConnectionMs)) ? own : calls;
      yield* serverStream({ ...call, client, startMs: call.startMs - (Date.now() - begunAt) });
    } finally {
      own.close();
    }
  };
  const methods = Object.entries(service).map(([method, definition]) => [
    method,
    (request: object, options: CallOptions) =>
      definition.responseStream
        ? stream({ definition, request, options, ...streams, deadline: Date.now() + streams.deadlineMs, observe })
        : unaryCall({ client: calls, definition, request, options, deadline: Date.now() + deadlineMs, observe }),
  ]);
  return { ...Object.fromEntries(methods), close: () => calls.close() } as RpcClient<Service>;
}

function isReady(client: Client, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => client.waitForReady(Date.now() + withinMs, (error) => resolve(!error)));
}
