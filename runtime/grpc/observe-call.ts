import { status as grpcStatus } from '@grpc/grpc-js';
import type { Metadata } from '@grpc/grpc-js';
import type { Registry } from 'prom-client';
import { errorCodeIn } from '../../proto/error-status.ts';
import { histogram } from '../metrics.ts';
import type { Tracing } from '../tracing/tracing.ts';

type Outcome = { code: grpcStatus; metadata?: Metadata | null | undefined };

/** Called when a call begins. `run` makes what work calls a part of the call's span. Only the first `end` counts. */
export type ObserveCall = (
  path: string,
  metadata: Metadata,
) => { run: <T>(work: () => T) => T; end: (outcome: Outcome) => void };

const help = {
  client: 'gRPC calls made: from sending until the last status arrived, retries included.',
  server: 'gRPC calls answered: from their arrival until their status was sent, or the caller disconnected.',
};

/** The server's faults: ABORTED is our own 500 and 503. All other codes are the caller's. */
const faults = new Set([
  grpcStatus.UNKNOWN,
  grpcStatus.DEADLINE_EXCEEDED,
  grpcStatus.UNIMPLEMENTED,
  grpcStatus.INTERNAL,
  grpcStatus.ABORTED,
  grpcStatus.UNAVAILABLE,
  grpcStatus.DATA_LOSS,
]);

/** Times and traces the calls that the process answers, or makes to the server at `address`, by method and how they ended. */
export function observeCalls(metrics: Registry, tracing: Tracing | undefined, address?: string): ObserveCall {
  const side = address === undefined ? 'server' : 'client';
  const duration = histogram(metrics, {
    name: `client_reporting_grpc_${side}_call_duration_seconds`,
    help: help[side],
    labelNames: ['method', 'code'],
  });
  const [, host = '', port] = /^(.*):(\d+)$/.exec(address ?? '') ?? [];
  const beginSpan = (path: string, metadata: Metadata) => {
    const [service = '', method = ''] = path.slice(1).split('/');
    const attributes = { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
    if (side === 'server')
      return tracing?.serve(path.slice(1), attributes, (name) => metadata.get(name)[0]?.toString());
    const called = { 'server.address': host, 'server.port': Number(port) };
    const span = tracing?.call(path.slice(1), { ...attributes, ...called });
    span?.send((header, value) => metadata.set(header, value));
    return span;
  };
  return (path, metadata) => {
    const startedAt = performance.now();
    // The service without its package, and the method: Auth/GetAccount.
    const method = path.slice(path.lastIndexOf('.') + 1);
    const span = beginSpan(path, metadata);
    let ended = false;
    return {
      run: (work) => (span ? span.run(work) : work()),
      end: (outcome) => {
        if (ended) return;
        ended = true;
        const code = codeOf(outcome);
        duration.observe({ method, code }, (performance.now() - startedAt) / 1_000);
        const failed = side === 'client' ? outcome.code !== grpcStatus.OK : faults.has(outcome.code);
        span?.end({ 'rpc.grpc.status_code': outcome.code }, failed ? code : undefined);
      },
    };
  };
}

/** A code of the error table, as logs have it; where none was sent, the name of gRPC's status. */
function codeOf({ code, metadata }: Outcome): string {
  if (code === grpcStatus.OK) return 'ok';
  return (metadata && errorCodeIn(metadata)) ?? ((grpcStatus[code] as string | undefined) ?? 'unknown').toLowerCase();
}
