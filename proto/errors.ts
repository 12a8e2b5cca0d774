/** Every error that a client can see: its HTTP status and its usual text. */
export const errorTable = {
  validation_error: { http: 400, message: 'The request is not valid.' },
  missing_token: {
    http: 401,
    message: 'The Authorization header is missing. Send "Authorization: Bearer <ACCESS_TOKEN>".',
  },
  invalid_token: { http: 401, message: 'The access token is invalid, expired or revoked. Request a new one.' },
  invalid_client: { http: 401, message: 'The client ID or the client secret is wrong.' },
  unauthorized: { http: 401, message: 'The application or its token is not associated with a user.' },
  inactive_user: { http: 403, message: 'The user is not active.' },
  forbidden: { http: 403, message: 'Access is not allowed.' },
  not_found: { http: 404, message: 'There is nothing at this path.' },
  method_not_allowed: {
    http: 405,
    message: 'This path does not support the method. The Allow header lists those it does.',
  },
  not_acceptable: { http: 406, message: 'The Accept header names no media type that this path has.' },
  version_gone: {
    http: 410,
    message: 'The changes since this version are not known. Read the report again, without since.',
  },
  data_changed: {
    http: 412,
    message: 'The data have changed since the version in If-Match. Start again at the first page, without If-Match.',
  },
  payload_too_large: { http: 413, message: 'The request is too large.' },
  rate_limited: { http: 429, message: 'The rate limit is exceeded. Wait for the number of seconds in Retry-After.' },
  internal_error: {
    http: 500,
    message: 'An unexpected error occurred. Retry after 5 to 10 seconds; if it persists, report the X-Request-Id.',
  },
  service_unavailable: {
    http: 503,
    message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
  },
} as const satisfies Record<string, { http: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;

export type ErrorDetails = Record<string, { message: string }>;

/**
 * The one error that may reach a client. `message` and `details` are public; `cause` is only for the log, and `reason`, which
 * is the code unless that says less, only for the audit and the log.
 */
export class ApiError extends Error {
  /** Of the table, or of a later release of the service that answered. */
  readonly code: string;
  readonly http: number;
  readonly details: ErrorDetails | undefined;
  readonly reason: string;

  constructor(
    code: ErrorCode,
    options: { message?: string; details?: ErrorDetails; reason?: string; cause?: unknown } = {},
  ) {
    super(options.message ?? errorTable[code].message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.http = errorTable[code].http;
    this.details = options.details;
    this.reason = options.reason ?? code;
  }

  /** An error that another process sent. */
  static received(code: string, http: number, options: { message: string; cause: unknown }): ApiError {
    if (Object.hasOwn(errorTable, code)) return new ApiError(code as ErrorCode, options);
    return Object.assign(new ApiError('internal_error', { ...options, reason: code }), { code, http });
  }

  /** Whatever was caught, as an ApiError: anything unforeseen is an `internal_error` that shows nothing of it. */
  static from(caught: unknown): ApiError {
    return caught instanceof ApiError ? caught : new ApiError('internal_error', { cause: caught });
  }
}

/** A 400 that names what is wrong with each parameter, in its message too; of many the first 20. */
export function validationError(details: ErrorDetails): ApiError {
  const all = Object.entries(details);
  const named = all
    .slice(0, maxNamed)
    .map(([name, problem]) => [name.replace(/^(.{100}).+$/s, '$1…'), problem] as const);
  if (all.length > maxNamed) named.push(['…', { message: `${all.length - maxNamed} more are wrong` }]);
  const problems = named.map(([name, { message }]) => `${name}: ${message}`);
  const message = `The request is not valid. ${problems.join('. ')}`;
  return new ApiError('validation_error', { message, details: Object.fromEntries(named) });
}

const maxNamed = 20;
