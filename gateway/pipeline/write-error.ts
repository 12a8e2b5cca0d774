import type { ErrorRequestHandler } from 'express';
import { ApiError, errorTable } from '../../proto/errors.ts';
import { errorForLog } from '../../runtime/error-for-log.ts';
import { paths } from '../paths.ts';

/** The one writer of error answers: anything thrown ends here, in the shape of the specification. */
export const writeError: ErrorRequestHandler = (caught: unknown, request, response, _next) => {
  const error = ApiError.from(caught);
  const { http } = errorTable[error.code];
  if (http >= 500 && !response.locals.hungUp) {
    response.locals.log.error({ code: error.code, err: errorForLog(error) }, 'request failed');
  }
  if (response.headersSent) {
    if (!response.writableFinished) response.locals.brokeOff = http;
    // Not closed in order: where the length isn't known, as in HTTP/1.0, what was sent would pass for the whole.
    response.socket?.resetAndDestroy();
    return;
  }
  if (error.code === 'service_unavailable') response.set('Retry-After', '5');
  // A limit of requests has said so already; this is one of exports.
  if (error.code === 'rate_limited' && !response.get('Retry-After')) response.set('Retry-After', '5');
  response.set('Cache-Control', 'no-store');
  response.status(http).json(isOAuth(request.path) ? oauthErrorBody(error) : errorBody(error));
};

export function errorBody({ code, message, details }: ApiError) {
  return { error: code, message, ...(details && { details }) };
}

/** With the member in which OAuth 2.0 clients look for the message. */
export function oauthErrorBody(error: ApiError) {
  return { ...errorBody(error), error_description: error.message };
}

function isOAuth(path: string): boolean {
  return path === paths.oauthToken || path === paths.revoke;
}
