import type { ApiErrorCode } from './generated/schema.js';

/** What came with the content of a response. */
export type ResponseInfo = {
  readonly status: number;
  readonly headers: Headers;
  /** Name it when you ask for help. */
  readonly requestId: string | undefined;
  /** The version of your company's data that the response was made of. */
  readonly reportVersion: string | undefined;
  /** For `ifNoneMatch` of the same request, next time. */
  readonly etag: string | undefined;
};

export function responseInfo({ status, headers }: Response): ResponseInfo {
  const [requestId, reportVersion, etag] = ['X-Request-Id', 'Report-Version', 'ETag'].map(
    (name) => headers.get(name) ?? undefined,
  );
  return { status, headers, requestId, reportVersion, etag };
}

export type ErrorDetails = Record<string, { message: string }>;

/**
 * A code of the API, or of this client: `connection_failed` (no response, or not all of it), `tls_failed` (no TLS, or a certificate that is
 * not trusted), `timeout`, `unexpected_response` (not of the API), `redirect_refused`, `incomplete_export` (an export that ended before its
 * last row), and of `sync` `incomplete_copy` and `copy_differs`. There may be more one day.
 */
export type ErrorCode = ApiErrorCode | ClientErrorCode | (string & {});

type ClientErrorCode =
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'unexpected_response'
  | 'redirect_refused'
  | 'incomplete_export'
  | 'incomplete_copy'
  | 'copy_differs';

type Content = {
  code: ErrorCode;
  message: string;
  details?: ErrorDetails | undefined;
  response?: Response | undefined;
  cause?: unknown;
};

/** Why a call failed. */
export class ClientReportingError extends Error {
  override readonly name = 'ClientReportingError';
  /** Stable, such as `validation_error`. */
  readonly code: ErrorCode;
  /** The HTTP status, where there was a response. */
  readonly status: number | undefined;
  /** Of a `validation_error`: what is wrong, by the name of the parameter. */
  readonly details: ErrorDetails | undefined;
  /** Name it when you ask for help. */
  readonly requestId: string | undefined;
  /** How long the API asks to wait before another request. */
  readonly retryAfterSeconds: number | undefined;
  readonly response: ResponseInfo | undefined;

  constructor({ code, message, details, response, cause }: Content) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.details = details;
    this.response = response && responseInfo(response);
    this.status = response?.status;
    this.requestId = this.response?.requestId;
    this.retryAfterSeconds = response && retryAfterSeconds(response.headers);
  }
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ClientReportingError && error.code === code;
}

/** Why there is no response, or not all of it. What another attempt can't cure is `tls_failed`. */
export function connectionFailure(baseUrl: string, error: unknown): ClientReportingError {
  const reason = String((error as Error).cause ?? error).trim();
  if (/certificate/i.test(reason)) {
    const message = `The certificate of ${baseUrl} is not trusted: ${reason}. For an authority of your own, set NODE_EXTRA_CA_CERTS (Deno: DENO_CERT) to the file of its certificate.`;
    return new ClientReportingError({ code: 'tls_failed', message, cause: error });
  }
  if (
    /(wrong|protocol) version|unsupported protocol|packet length|record layer|InvalidContentType|EPROTO/i.test(reason)
  ) {
    const message = `No TLS at ${baseUrl}, or of no common version: ${reason}. Is it a port of http:?`;
    return new ClientReportingError({ code: 'tls_failed', message, cause: error });
  }
  return new ClientReportingError({
    code: 'connection_failed',
    message: `No whole response from ${baseUrl}: ${reason}`,
    cause: error,
  });
}

/** @throws ClientReportingError that the response holds */
export async function refusal(response: Response, baseUrl: string): Promise<never> {
  const { status } = response;
  if ([301, 302, 303, 307, 308].includes(status) || response.type === 'opaqueredirect') {
    await response.body?.cancel();
    const location = response.headers.get('Location') ?? 'no address';
    const message = `The service redirects to ${location}. If that is the API, set baseUrl to it.`;
    throw new ClientReportingError({ code: 'redirect_refused', message, response });
  }
  const text = await response.text();
  const { error, message = '', details } = (jsonObject(text) ?? {}) as ErrorBody;
  if (typeof error !== 'string') throw unexpectedResponse(response, text);
  const isOtherPath = error === 'not_found' || error === 'method_not_allowed';
  const base = isOtherPath ? ` baseUrl is ${baseUrl}: it must be the address before /api/v1 and /auth.` : '';
  throw new ClientReportingError({ code: error, message: message + base, details, response });
}

type ErrorBody = { error?: unknown; message?: string; details?: ErrorDetails };

/** Something between the client and the API may answer in its place. */
export function unexpectedResponse(response: Response, text: string): ClientReportingError {
  const start = text.replace(/\s+/g, ' ').trim().slice(0, 200);
  const type = response.headers.get('Content-Type') ?? 'no content type';
  const message = `Not an answer of the API: ${response.status}, ${type}${start && `: ${start}`}`;
  return new ClientReportingError({ code: 'unexpected_response', message, response });
}

/** @throws ClientReportingError `unexpected_response` where the body is no JSON object */
export async function readJson<T extends object>(response: Response): Promise<T> {
  const text = await response.text();
  const body = jsonObject(text);
  if (!body) throw unexpectedResponse(response, text);
  return body as T;
}

function jsonObject(text: string): object | undefined {
  try {
    const body = JSON.parse(text) as unknown;
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

export function timedOut(ms: number, option: string): ClientReportingError {
  return new ClientReportingError({ code: 'timeout', message: `No whole answer within ${ms} ms (${option})` });
}

export function incompleteExport(response: Response, cause?: unknown): ClientReportingError {
  const message =
    'The export ended before its last row. Request it again. The service disconnects a reader that takes less than 10 kB a second for two minutes.';
  return new ClientReportingError({ code: 'incomplete_export', message, response, cause });
}

/** Nothing where it is no number. */
function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? '';
  return /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}
