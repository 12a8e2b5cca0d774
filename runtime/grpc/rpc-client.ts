import { ChannelCredentials } from '@grpc/grpc-js';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { Registry } from 'prom-client';
import { serverStream, unaryCall } from './rpc-call.ts';
import type { CallOptions } from './rpc-call.ts';
import { openChannels } from './rpc-channel.ts';
import { measureCalls } from './rpc-metrics.ts';
import type { ObserveCall } from './rpc-metrics.ts';
import type { Methods } from './rpc-server.ts';
import { traceCalls } from './rpc-tracing.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** Its methods throw ApiError alone. */
export type RpcClient<Service> = Methods<Service, CallOptions> & { close: () => void };

/**
 * A client of the service at `address`; each call goes to the next of the servers that the name resolves to. No call takes
 * longer than `deadlineMs`, no server stream than `streamDeadlineMs`. A call is measured and traced once, with its retries.
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
  const observers = [measureCalls(metrics, 'client'), ...(tracing ? [traceCalls(tracing, address)] : [])];
  const observe: ObserveCall = (path, metadata) => {
    const ends = observers.map((observer) => observer(path, metadata));
    return (outcome) => ends.forEach((end) => end(outcome));
  };
  const { calls, streams } = openChannels(address, credentials);
  const methods = Object.entries(service).map(([method, definition]) => [
    method,
    (request: object, options: CallOptions) =>
      definition.responseStream
        ? serverStream({
            client: streams,
            definition,
            request,
            options,
            deadline: Date.now() + streamDeadlineMs,
            observe,
          })
        : unaryCall({ client: calls, definition, request, options, deadline: Date.now() + deadlineMs, observe }),
  ]);
  const close = () => {
    calls.close();
    streams.close();
  };
  return { ...Object.fromEntries(methods), close } as RpcClient<Service>;
}
