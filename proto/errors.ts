import type { status as grpcStatus } from '@grpc/grpc-js';

/** Every error that a client can see: its HTTP status, its gRPC status between the processes, its usual text. */
export const errorTable = {
  validation_error: {
    http: 400,
    grpc: 'INVALID_ARGUMENT',
    message: 'The request is not valid.',
  },
  missing_token: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The Authorization header is missing. Send "Authorization: Bearer <ACCESS_TOKEN>".',
  },
  invalid_token: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The access token is invalid, expired or revoked. Request a new one.',
  },
  invalid_client: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The client ID or the client secret is wrong.',
  },
  unauthorized: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The application or its token is not associated with a user.',
  },
  inactive_user: {
    http: 403,
    grpc: 'PERMISSION_DENIED',
    message: 'The user is not active.',
  },
  forbidden: {
    http: 403,
    grpc: 'PERMISSION_DENIED',
    message: 'Access is not allowed.',
  },
  not_found: {
    http: 404,
    grpc: 'NOT_FOUND',
    message: 'There is nothing at this path.',
  },
  method_not_allowed: {
    http: 405,
    grpc: 'UNIMPLEMENTED',
    message: 'This path does not support the method. The Allow header lists those it does.',
  },
  not_acceptable: {
    http: 406,
    grpc: 'INVALID_ARGUMENT',
    message: 'The Accept header names no media type that this path has.',
  },
  version_gone: {
    http: 410,
    grpc: 'FAILED_PRECONDITION',
    message: 'The changes since this version are not known. Read the report again, without since.',
  },
  data_changed: {
    http: 412,
    grpc: 'FAILED_PRECONDITION',
    message: 'The data have changed since the version in If-Match. Start again at the first page, without If-Match.',
  },
  payload_too_large: {
    http: 413,
    grpc: 'OUT_OF_RANGE',
    message: 'The request is too large.',
  },
  rate_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'The rate limit is exceeded. Wait for the number of seconds in Retry-After.',
  },
  internal_error: {
    http: 500,
    grpc: 'INTERNAL',
    message: 'An unexpected error occurred. Retry after 5 to 10 seconds; if it persists, report the X-Request-Id.',
  },
  service_unavailable: {
    http: 503,
    // UNAVAILABLE is what a call gets that no service has answered: it is retried.
    grpc: 'ABORTED',
    message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
  },
} as const satisfies Record<string, { http: number; grpc: keyof typeof grpcStatus; message: string }>;

export type ErrorCode = keyof typeof errorTable;

export type ErrorDetails = Record<string, { message: string }>;

/**
 * The one error that may reach a client. `message` and `details` are public; `cause` is only for the log, and `reason`, which
 * is the code unless that hides it from the client, only for the audit.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly reason: string;

  constructor(
    code: ErrorCode,
    options: { message?: string; details?: ErrorDetails; reason?: string; cause?: unknown } = {},
  ) {
    super(options.message ?? errorTable[code].message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.details = options.details;
    this.reason = options.reason ?? code;
  }

  /** Whatever was caught, as an ApiError: anything unforeseen is an `internal_error` that shows nothing of it. */
  static from(caught: unknown): ApiError {
    return caught instanceof ApiError ? caught : new ApiError('internal_error', { cause: caught });
  }
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}

/** A 400 that names what is wrong with each parameter, in its message too; of many the first 20. */
export function validationError(details: ErrorDetails): ApiError {
  const all = Object.entries(details);
  const named = all.slice(0, maxNamed).map(([name, problem]) => [shortened(name), problem] as const);
  if (all.length > maxNamed) named.push(['…', { message: `${all.length - maxNamed} more are wrong` }]);
  const problems = named.map(([name, { message }]) => `${name}: ${message}`);
  const message = `The request is not valid. ${problems.join('. ')}`;
  return new ApiError('validation_error', { message, details: Object.fromEntries(named) });
}

const maxNamed = 20;
const maxNameLength = 100;

function shortened(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}

/** Exports of one company that run at once in a reporting process. */
export const exportsPerCompany = 2;

const exportRefusals = {
  rate_limited: `Your company has ${exportsPerCompany} exports running, as many as it may at once. Retry after the number of seconds in Retry-After.`,
  service_unavailable: 'As many exports are running as may at once. Retry after the number of seconds in Retry-After.',
};

/** Refuses an export: its company's export slots are taken, or those of the whole pool. */
export function exportRefused(code: keyof typeof exportRefusals): ApiError {
  return new ApiError(code, { message: exportRefusals[code] });
}
