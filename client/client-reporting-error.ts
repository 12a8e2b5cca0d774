import { responseInfo } from './response-info.js';
import type { ResponseInfo } from './response-info.js';
import { retryAfterSeconds } from './retries.js';
import type { components } from './schema.js';

export type ErrorDetails = Record<string, { message: string }>;

/**
 * A code of the API, or of this client: `connection_failed` (no response, or not all of it), `timeout`, `unexpected_response` (not of the
 * API), `redirect_refused`, `incomplete_export` (an export that ended before its last row), `copy_differs` (of `sync`). There may be more one day.
 */
export type ErrorCode = components['schemas']['ErrorCode'] | ClientErrorCode | (string & {});

type ClientErrorCode =
  'connection_failed' | 'timeout' | 'unexpected_response' | 'redirect_refused' | 'incomplete_export' | 'copy_differs';

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
  const { error, message = '', details } = errorBody(text);
  if (error === undefined) throw unexpectedResponse(response, text);
  const base =
    error === 'not_found' || error === 'method_not_allowed'
      ? ` baseUrl is ${baseUrl}: it must be the address before /api/v1 and /auth.`
      : '';
  throw new ClientReportingError({ code: error, message: message + base, details, response });
}

/** Something between the client and the API may answer in its place. */
export function unexpectedResponse(response: Response, text: string, cause?: unknown): ClientReportingError {
  const start = text.replace(/\s+/g, ' ').trim().slice(0, 200);
  const type = response.headers.get('Content-Type') ?? 'no content type';
  const message = `Not an answer of the API: ${response.status}, ${type}${start && `: ${start}`}`;
  return new ClientReportingError({ code: 'unexpected_response', message, response, cause });
}

type ErrorBody = { error?: string; message?: string; details?: ErrorDetails };

function errorBody(text: string): ErrorBody {
  try {
    const body = JSON.parse(text) as ErrorBody | null;
    return typeof body?.error === 'string' ? body : {};
  } catch {
    return {};
  }
}
