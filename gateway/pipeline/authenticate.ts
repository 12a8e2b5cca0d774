import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ApiError } from '../../proto/errors.ts';
import type { Access } from '../../access/access.ts';

/** Requires a valid access token. */
export function authenticate(access: Access): RequestHandler {
  return async (request, response, next) => {
    await access(request.headers.authorization, { requestId: response.locals.requestId });
    next();
  };
}

/** Adds the challenge of RFC 6750 to a 401, also to one of another process. */
export const challenge: ErrorRequestHandler = (caught: unknown, _request, response, _next) => {
  const error = ApiError.from(caught);
  if (error.code === 'missing_token') response.set('WWW-Authenticate', 'Bearer');
  if (error.code === 'invalid_token' || error.code === 'unauthorized') {
    response.set('WWW-Authenticate', `Bearer error="invalid_token", error_description="${error.message}"`);
  }
  throw error;
};
