import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { ApiError, errorTable } from '../../proto/errors.ts';
import type { Access } from '../../access/access.ts';

/** Requires a valid access token. */
export function authenticate(access: Access): RequestHandler {
  return async (request, response, next) => {
    await access(request.headers.authorization, { requestId: response.locals.requestId });
    next();
  };
}

/** Adds the challenge of RFC 6750 to a 401, also to one of another process. @param more a further parameter of the challenge */
export function challenge(more: (request: Request) => string | undefined = () => undefined): ErrorRequestHandler {
  return (caught: unknown, request, response, _next) => {
    const error = ApiError.from(caught);
    if (errorTable[error.code].http === 401) {
      const invalid = ['error="invalid_token"', `error_description="${error.message}"`];
      const parameters = [...(error.code === 'missing_token' ? [] : invalid), more(request) ?? []].flat();
      response.set('WWW-Authenticate', ['Bearer', parameters.join(', ')].join(' ').trim());
    }
    throw error;
  };
}
