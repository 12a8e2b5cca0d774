import { credentials, Client, Metadata } from '@grpc/grpc-js';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { fromGrpcError } from '../proto/error-status.ts';
import type { Methods } from './rpc-server.ts';

export type CallOptions = {
  requestId: string;
  /** The access token that the call is made for, with its scheme. */
  authorization?: string | undefined;
  /** Aborting it cancels the call, down to the statement that it runs. */
  signal?: AbortSignal;
};

/** Its methods throw ApiError alone. */
export type RpcClient<Service> = Methods<Service, CallOptions> & { close: () => void };

/** A client of the service at `address`; no call takes longer than `deadlineMs`. */
export function connectRpc<Service extends ServiceDefinition>(
  service: Service,
  { address, deadlineMs }: { address: string; deadlineMs: number },
): RpcClient<Service> {
  const client = new Client(address, credentials.createInsecure(), {
    // The library's own backoff grows to two minutes, in which a service that is back would not be noticed.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
  });
  const methods = Object.entries(service).map(([method, definition]) => [
    method,
    (request: object, { requestId, authorization, signal }: CallOptions) =>
      new Promise((resolve, reject) => {
        const metadata = new Metadata();
        metadata.set('x-request-id', requestId);
        if (authorization !== undefined) metadata.set('authorization', authorization);
        const call = client.makeUnaryRequest(
          definition.path,
          definition.requestSerialize,
          definition.responseDeserialize,
          request,
          metadata,
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
      }),
  ]);
  return { ...Object.fromEntries(methods), close: () => client.close() } as RpcClient<Service>;
}
