import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { ApiError } from '../../proto/errors.ts';

type Write = (error: ApiError, request: Request, response: Response) => unknown;

/** The last step: answers errors, as JSON unless their path has a form of its own. */
export const writeError =
  (forms: Record<string, Write> = {}): ErrorRequestHandler =>
  (caught: unknown, request, response, _next) => {
    const error = ApiError.from(caught);
    const { http } = error;
    // Strangers may cause `too_much` as often as they like: see limitHeld.
    if (http >= 500 && error.reason !== 'too_much' && !response.locals.disconnected) {
      response.locals.log.error({ code: error.code, err: error }, 'request failed');
    }
    if (response.headersSent) {
      if (!response.writableFinished) response.locals.brokeOff = http;
      // A reset, since a client that knows no length, as in HTTP/1.0, would take an orderly end for the whole answer.
      response.socket?.resetAndDestroy();
      return;
    }
    if (http === 503) response.set('Retry-After', '5');
    // The rate limit has set it already; the limit of exports has not.
    if (error.code === 'rate_limited' && !response.get('Retry-After')) response.set('Retry-After', '5');
    response.set('Cache-Control', 'no-store').status(http);
    const write = forms[request.path] ?? writeJson;
    return write(error, request, response);
  };

const writeJson: Write = (error, _request, response) => response.json(errorBody(error));

export function errorBody({ code, message, details }: ApiError) {
  return { error: code, message, ...(details && { details }) };
}

export const writeOAuthError: Write = (error, _request, response) =>
  response.json({ ...errorBody(error), error_description: error.message });

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The last step of a path that supports these methods: refuses any other. */
export function allow(...methods: string[]): RequestHandler {
  return (_, response) => {
    response.set('Allow', methods.join(', '));
    throw methodNotAllowed(methods);
  };
}

export function methodNotAllowed(methods: string[]): ApiError {
  const message = `This path does not support the method; use ${list.format(methods)}.`;
  return new ApiError('method_not_allowed', { message });
}
