import { Metadata, status as grpcStatus } from '@grpc/grpc-js';
import type { ServiceError, StatusObject } from '@grpc/grpc-js';
import { ApiError, errorTable, isErrorCode } from './errors.ts';
import type { ErrorCode } from './errors.ts';
import { errorInfo, rpcStatus } from './load.ts';

const detailsKey = 'grpc-status-details-bin';
const domain = 'client-reporting';
const errorInfoUrl = 'type.googleapis.com/google.rpc.ErrorInfo';

/** The error as a gRPC status that carries its code in a google.rpc.ErrorInfo. */
export function toGrpcStatus(error: ApiError): StatusObject {
  const code = errorTable[error.code].grpc;
  const info = errorInfo.serialize({ reason: error.code, domain });
  const metadata = new Metadata();
  metadata.set(
    detailsKey,
    rpcStatus.serialize({ code, message: error.message, details: [{ type_url: errorInfoUrl, value: info }] }),
  );
  return { code, details: error.message, metadata };
}

/**
 * The error that a gRPC call failed with. One without our details comes from the way there: a peer that is down,
 * slow or overloaded is `service_unavailable`, the rest `internal_error`.
 */
export function fromGrpcError(failure: Error & Partial<ServiceError>): ApiError {
  const sent = sentError(failure.metadata);
  if (sent) return new ApiError(sent.code, { message: sent.message, cause: failure });
  return new ApiError(passing.has(failure.code ?? grpcStatus.UNKNOWN) ? 'service_unavailable' : 'internal_error', {
    cause: failure,
  });
}

/** The code that the metadata of a status carry; undefined where they have none of ours. */
export function errorCodeIn(metadata: Metadata): ErrorCode | undefined {
  return sentError(metadata)?.code;
}

function sentError(metadata: Metadata | undefined): { code: ErrorCode; message: string } | undefined {
  const [encoded] = metadata?.get(detailsKey) ?? [];
  if (!Buffer.isBuffer(encoded)) return undefined;
  const { message, details } = rpcStatus.deserialize(encoded);
  const info = details.find((detail) => 'type_url' in detail && detail.type_url === errorInfoUrl);
  const { reason } = info && 'value' in info ? errorInfo.deserialize(info.value) : { reason: '' };
  return isErrorCode(reason) ? { code: reason, message } : undefined;
}

const passing = new Set([
  grpcStatus.UNAVAILABLE,
  grpcStatus.DEADLINE_EXCEEDED,
  grpcStatus.RESOURCE_EXHAUSTED,
  grpcStatus.CANCELLED,
]);
