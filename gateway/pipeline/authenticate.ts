import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { ApiError } from '../../proto/errors.ts';
import { logFieldsOf } from '../../access/access.ts';
import type { Access, Account } from '../../access/access.ts';
import type { AuthClient } from '../../access/settings.ts';
import { isWithin } from '../../runtime/proxies.ts';
import { bareAddress } from '../http/client-address.ts';
import type { RateLimit } from './rate-limit.ts';

/** Requires a valid access token, used where its application may use it, within the limits of its account. The log then says whose it is. */
export function authenticate(access: Access, auth: AuthClient, rateLimit: RateLimit): RequestHandler {
  return async (request, response, next) => {
    const { requestId, log } = response.locals;
    const account = await access(request.headers.authorization, { requestId });
    response.locals.log = log.child(logFieldsOf(account));
    requireNetwork(account, auth, request, response.locals);
    await rateLimit.byAccount(request, response, account);
    next();
  };
}

/** The audit has the refusal a moment later. */
function requireNetwork(
  { clientId, userId, networks }: Account,
  auth: AuthClient,
  { ip = '', headers: { authorization } }: Request,
  { requestId, clientAddress, log }: Express.Locals,
): void {
  if (networks.length === 0 || isWithin(bareAddress(ip), networks)) return;
  const refusal = { kind: 'refusal', clientId, userId, details: {}, reason: 'other_network' } as const;
  auth
    .Record(refusal, { requestId, clientAddress, authorization })
    .catch((err: unknown) => log.error({ err }, 'a refusal is not in the audit'));
  throw new ApiError('forbidden', { message: 'The application may not be used from this network.' });
}

/** Adds the challenge of RFC 6750 to a 401, also to one of another process. @param more a further parameter of the challenge */
export function challenge(more: (request: Request) => string | undefined = () => undefined): ErrorRequestHandler {
  return (caught: unknown, request, response, _next) => {
    const error = ApiError.from(caught);
    if (error.http === 401) {
      const invalid = ['error="invalid_token"', `error_description="${error.message}"`];
      const parameters = [...(error.code === 'missing_token' ? [] : invalid), more(request) ?? []].flat();
      response.set('WWW-Authenticate', ['Bearer', parameters.join(', ')].join(' ').trim());
    }
    throw error;
  };
}
