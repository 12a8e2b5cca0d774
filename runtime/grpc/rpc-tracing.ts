import { ServerInterceptingCall, status as grpcStatus } from '@grpc/grpc-js';
import type { ServerInterceptor } from '@grpc/grpc-js';
import { codeOf } from './rpc-metrics.ts';
import type { ObserveCall } from './rpc-metrics.ts';
import type { Attributes, Span, Tracing } from '../tracing/tracing.ts';

export function tracedClient(tracing: Tracing, address: string): ObserveCall {
  const [, host = '', port] = /^(.*):(\d+)$/.exec(address) ?? [];
  const server = { 'server.address': host, 'server.port': Number(port) };
  return (path, metadata) => {
    const span = tracing.call(nameOf(path), { ...attributesOf(path), ...server });
    span?.send((header, value) => metadata.set(header, value));
    return (outcome) => {
      const failed = outcome.code !== grpcStatus.OK;
      span?.end({ 'rpc.grpc.status_code': outcome.code }, failed ? codeOf(outcome) : undefined);
    };
  };
}

export function tracedServer(tracing: Tracing): ServerInterceptor {
  return ({ path }, call) => {
    // The health checks, every few seconds, are not traced.
    if (!path.startsWith('/clientreporting.')) return new ServerInterceptingCall(call);
    let span: Span | undefined;
    const end = (code: grpcStatus, error: string) => {
      span?.end({ 'rpc.grpc.status_code': code }, faults.has(code) ? error : undefined);
      span = undefined;
    };
    return new ServerInterceptingCall(call, {
      start: (next) => {
        next({
          onReceiveMetadata: (metadata, next) => {
            const header = (name: string) => metadata.get(name)[0]?.toString();
            span = tracing.serve(nameOf(path), attributesOf(path), header);
            next(metadata);
          },
          onReceiveHalfClose: (next) => {
            if (span) span.run(next);
            else next();
          },
          onCancel: () => end(grpcStatus.CANCELLED, 'cancelled'),
        });
      },
      sendStatus: (status, next) => {
        end(status.code, codeOf(status));
        next(status);
      },
    });
  };
}

/** The server's faults: ABORTED is our own `service_unavailable`. All other codes are the caller's. */
const faults = new Set([
  grpcStatus.UNKNOWN,
  grpcStatus.DEADLINE_EXCEEDED,
  grpcStatus.UNIMPLEMENTED,
  grpcStatus.INTERNAL,
  grpcStatus.ABORTED,
  grpcStatus.UNAVAILABLE,
  grpcStatus.DATA_LOSS,
]);

function nameOf(path: string): string {
  return path.slice(1);
}

function attributesOf(path: string): Attributes {
  const [service = '', method = ''] = nameOf(path).split('/');
  return { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
}
