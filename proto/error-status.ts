import { Metadata, status as grpcStatus } from '@grpc/grpc-js';
import type { ServiceError, StatusObject } from '@grpc/grpc-js';
import { ApiError } from './errors.ts';

const [codeKey, httpKey] = ['error-code', 'http-status'];

export function toGrpcStatus({ code, http, message }: ApiError): StatusObject {
  const metadata = new Metadata();
  metadata.set(codeKey, code);
  metadata.set(httpKey, String(http));
  // For traces: whose fault it is. UNAVAILABLE is what a call gets that no service has answered: it is retried.
  return { code: http < 500 ? grpcStatus.FAILED_PRECONDITION : grpcStatus.ABORTED, details: message, metadata };
}

/** The error that a gRPC call failed with. One without our code comes from gRPC itself. */
export function fromGrpcError(failure: Error & Partial<ServiceError>): ApiError {
  const { metadata, details = '' } = failure;
  const code = metadata && errorCodeIn(metadata);
  const http = Number(metadata?.get(httpKey)[0] ?? 500);
  if (code !== undefined) return ApiError.received(code, http, { message: details, cause: failure });
  const isUnavailable = unavailable.has(failure.code ?? grpcStatus.UNKNOWN);
  return new ApiError(isUnavailable ? 'service_unavailable' : 'internal_error', { cause: failure });
}

export function errorCodeIn(metadata: Metadata): string | undefined {
  return metadata.get(codeKey)[0]?.toString();
}

/** The peer is down, slow or overloaded. The library's own RESOURCE_EXHAUSTED is none of these: a message is too large. */
const unavailable = new Set([grpcStatus.UNAVAILABLE, grpcStatus.DEADLINE_EXCEEDED, grpcStatus.CANCELLED]);
