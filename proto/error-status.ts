import { Metadata, status as grpcStatus } from '@grpc/grpc-js';
import type { ServiceError, StatusObject } from '@grpc/grpc-js';
import { ApiError, errorTable, isErrorCode } from './errors.ts';
import type { ErrorCode } from './errors.ts';

const codeKey = 'error-code';

export function toGrpcStatus({ code, message }: ApiError): StatusObject {
  const metadata = new Metadata();
  metadata.set(codeKey, code);
  // For traces: whose fault it is. UNAVAILABLE is what a call gets that no service has answered: it is retried.
  const fault = errorTable[code].http < 500 ? grpcStatus.FAILED_PRECONDITION : grpcStatus.ABORTED;
  return { code: fault, details: message, metadata };
}

/** The error that a gRPC call failed with. One without our code comes from gRPC itself. */
export function fromGrpcError(failure: Error & Partial<ServiceError>): ApiError {
  const code = failure.metadata && errorCodeIn(failure.metadata);
  if (code) return new ApiError(code, { message: failure.details ?? '', cause: failure });
  const isUnavailable = unavailable.has(failure.code ?? grpcStatus.UNKNOWN);
  return new ApiError(isUnavailable ? 'service_unavailable' : 'internal_error', { cause: failure });
}

export function errorCodeIn(metadata: Metadata): ErrorCode | undefined {
  const code = String(metadata.get(codeKey)[0]);
  return isErrorCode(code) ? code : undefined;
}

/** The peer is down, slow or overloaded. The library's own RESOURCE_EXHAUSTED is none of these: a message is too large. */
const unavailable = new Set([grpcStatus.UNAVAILABLE, grpcStatus.DEADLINE_EXCEEDED, grpcStatus.CANCELLED]);
