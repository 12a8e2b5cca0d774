import { status as grpcStatus } from '@grpc/grpc-js';
import type { Metadata } from '@grpc/grpc-js';
import { codeOf } from './rpc-metrics.ts';
import type { ObserveCall, Outcome } from './rpc-metrics.ts';
import type { Attributes, Span, Tracing } from '../tracing/tracing.ts';

export function traceCalls(tracing: Tracing, address: string): ObserveCall {
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

/** The span of a call that this process answers. */
export function spanOfCall(tracing: Tracing, path: string, metadata: Metadata): Span {
  return tracing.serve(nameOf(path), attributesOf(path), (name) => metadata.get(name)[0]?.toString());
}

export function endSpan(span: Span, outcome: Outcome): void {
  span.end({ 'rpc.grpc.status_code': outcome.code }, faults.has(outcome.code) ? codeOf(outcome) : undefined);
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
