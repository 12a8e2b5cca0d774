import type { ErrorRequestHandler, Request } from 'express';
import { ApiError, errorTable } from '../../proto/errors.ts';
import { ofReports, paths } from '../paths.ts';
import { sendWaitingPage } from './waiting-page.ts';

export const writeError: ErrorRequestHandler = (caught: unknown, request, response, _next) => {
  const error = ApiError.from(caught);
  const { http } = errorTable[error.code];
  if (http >= 500 && !response.locals.disconnected) {
    response.locals.log.error({ code: error.code, err: error }, 'request failed');
  }
  if (response.headersSent) {
    if (!response.writableFinished) response.locals.brokeOff = http;
    // A reset, since a client that knows no length, as in HTTP/1.0, would take an orderly end for the whole answer.
    response.socket?.resetAndDestroy();
    return;
  }
  if (error.code === 'service_unavailable') response.set('Retry-After', '5');
  // The rate limit has set it already; the limit of exports has not.
  if (error.code === 'rate_limited' && !response.get('Retry-After')) response.set('Retry-After', '5');
  response.set('Cache-Control', 'no-store');
  response.status(http);
  const isTemporary = error.code === 'rate_limited' || error.code === 'service_unavailable';
  if (isTemporary && isOpenedByPeople(request)) sendWaitingPage(response, error.code);
  else response.json(isOAuth(request.path) ? oauthErrorBody(error) : errorBody(error));
};

export function errorBody({ code, message, details }: ApiError) {
  return { error: code, message, ...(details && { details }) };
}

export function oauthErrorBody(error: ApiError) {
  return { ...errorBody(error), error_description: error.message };
}

/** A page of the portal, or what a person typed. Of paths for programs, all answers are as the OpenAPI document has them. */
function isOpenedByPeople(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isOfPrograms = pathsOfPrograms.has(request.path) || request.path.startsWith(`${ofReports}/`);
  return isRead && !isOfPrograms && request.accepts(['json', 'html']) === 'html';
}

const pathsOfPrograms = new Set<string>(Object.values(paths));

function isOAuth(path: string): boolean {
  return path === paths.oauthToken || path === paths.revoke;
}
