import { status as grpcStatus } from '@grpc/grpc-js';
import type { Metadata } from '@grpc/grpc-js';
import type { Registry } from 'prom-client';
import { errorCodeIn } from '../../proto/error-status.ts';
import { histogram } from '../metrics.ts';

/** Called when a call begins, with its metadata; what it returns is called with how the call ended. */
export type ObserveCall = (path: string, metadata: Metadata) => (outcome: Outcome) => void;

export type Outcome = { code: grpcStatus; metadata?: Metadata | null | undefined };

const help = {
  client: 'gRPC calls made: from sending until the last status arrived, retries included.',
  server: 'gRPC calls answered: from their arrival until their status was sent, or the caller disconnected.',
};

/** Times each call that the process makes or answers, by method and how it ended. */
export function measureCalls(metrics: Registry, side: 'client' | 'server'): ObserveCall {
  const duration = histogram(metrics, {
    name: `client_reporting_grpc_${side}_call_duration_seconds`,
    help: help[side],
    labelNames: ['method', 'code'],
  });
  return (path) => {
    const startedAt = performance.now();
    // The service without its package, and the method: Auth/GetAccount.
    const method = path.slice(path.lastIndexOf('.') + 1);
    return (outcome) => duration.observe({ method, code: codeOf(outcome) }, (performance.now() - startedAt) / 1_000);
  };
}

/** A code of the error table, as logs have it; where none was sent, the name of gRPC's status. */
export function codeOf({ code, metadata }: Outcome): string {
  if (code === grpcStatus.OK) return 'ok';
  return (metadata && errorCodeIn(metadata)) ?? ((grpcStatus[code] as string | undefined) ?? 'unknown').toLowerCase();
}
