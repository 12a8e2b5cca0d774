import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { ApiError, errorTable } from '../../proto/errors.ts';
import { namesOf } from '../../access/access.ts';
import type { Access } from '../../access/access.ts';

/** Requires a valid access token. The log then says whose it is. */
export function authenticate(access: Access): RequestHandler {
  return async (request, response, next) => {
    const { requestId, log } = response.locals;
    const account = await access(request.headers.authorization, { requestId });
    response.locals.log = log.child(namesOf(account));
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
