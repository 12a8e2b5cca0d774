import { ServerInterceptingCall, status as grpcStatus } from '@grpc/grpc-js';
import type { Metadata, ServerInterceptor, StatusObject } from '@grpc/grpc-js';
import type { Registry } from 'prom-client';
import { errorCodeIn } from '../../proto/error-status.ts';
import { histogram } from '../metrics.ts';

/** Called when a call begins, with its metadata; what it returns is called with how the call ended. */
export type ObserveCall = (path: string, metadata: Metadata) => (outcome: StatusObject) => void;

export function measuredClient(metrics: Registry): ObserveCall {
  const duration = histogram(metrics, {
    name: 'client_reporting_grpc_client_call_duration_seconds',
    help: 'gRPC calls made: from sending until the last status arrived, retries included.',
    labelNames: ['method', 'code'],
  });
  return (path) => {
    const startedAt = performance.now();
    const method = methodOf(path);
    return (outcome) => duration.observe({ method, code: codeOf(outcome) }, (performance.now() - startedAt) / 1_000);
  };
}

export function measuredServer(metrics: Registry): ServerInterceptor {
  const duration = histogram(metrics, {
    name: 'client_reporting_grpc_server_call_duration_seconds',
    help: 'gRPC calls answered: from their arrival until their status was sent, or the caller disconnected.',
    labelNames: ['method', 'code'],
  });
  return (definition, call) => {
    const startedAt = performance.now();
    const method = methodOf(definition.path);
    let ended = false;
    const end = (code: string) => {
      if (!ended) duration.observe({ method, code }, (performance.now() - startedAt) / 1_000);
      ended = true;
    };
    return new ServerInterceptingCall(call, {
      start: (next) => {
        next({ onCancel: () => end('cancelled') });
      },
      sendStatus: (status, next) => {
        end(codeOf(status));
        next(status);
      },
    });
  };
}

/** The service without its package, and the method: Auth/GetAccount. Paths are those of the contract, or unknown. */
function methodOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** A code of the error table, as logs have it; where none was sent, the name of gRPC's status. */
export function codeOf({ code, metadata }: { code: grpcStatus; metadata?: Metadata | null | undefined }): string {
  if (code === grpcStatus.OK) return 'ok';
  return (metadata && errorCodeIn(metadata)) ?? ((grpcStatus[code] as string | undefined) ?? 'unknown').toLowerCase();
}
