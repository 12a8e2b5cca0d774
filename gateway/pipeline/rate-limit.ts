import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../../proto/errors.ts';
import { addressKey } from './client-address.ts';
import { rateLimitHeaders } from './rate-limiter.ts';
import type { RateLimiter, Tier } from './rate-limiter.ts';

export type RateLimit = {
  /** The step that charges the client's address. */
  byAddress: RequestHandler;
  /** Charges the client id that a valid body names. @throws ApiError `rate_limited` */
  byClientId: (request: Request, response: Response, clientId: string) => void;
};

/** Charges each request under the tiers of its route, and writes the RateLimit headers of the tightest one. */
export function rateLimit(limiter: RateLimiter, tiers: Tier[]): RateLimit {
  const charge = (key: Tier['key'], value: string, request: Request, response: Response) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const applying = tiersFor(tiers, key, `${method} ${request.path}`);
    const allowances = [...(response.locals.allowances ?? []), ...limiter.charge(applying, value)];
    response.locals.allowances = allowances;
    response.set(rateLimitHeaders(allowances));
    if (allowances.some(({ exceeded }) => exceeded)) throw new ApiError('rate_limited');
  };
  return {
    byAddress: (request, response, next) => {
      const socketAddress = request.socket.remoteAddress ?? '';
      charge('ip', addressKey(request.ip ?? '') ?? addressKey(socketAddress) ?? socketAddress, request, response);
      next();
    },
    byClientId: (request, response, clientId) => charge('clientId', clientId, request, response),
  };
}

export function tiersFor(tiers: Tier[], key: Tier['key'], route: string): Tier[] {
  return tiers.filter((tier) => tier.key === key && (tier.routes?.includes(route) ?? true));
}
