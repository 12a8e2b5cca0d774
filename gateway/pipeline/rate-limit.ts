import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../../proto/errors.ts';
import { countAllowances } from '../limits/counts.ts';
import type { LimitCounts } from '../limits/counts.ts';
import { rateLimitHeaders } from '../limits/headers.ts';
import type { RateLimiter, Tier } from '../limits/limiter.ts';
import { addressKey, socketKey } from './client-address.ts';

export type RateLimit = {
  /** The step that charges the client's address. */
  byAddress: RequestHandler;
  /** Charges the client id that a valid body names. @throws ApiError `rate_limited` */
  byClientId: (request: Request, response: Response, clientId: string) => Promise<void>;
};

// All that one request waits for others, a little less than the 50 ms that it may.
const patienceMs = 45;

/** Charges each request under the tiers of its route, and writes the RateLimit headers of the tightest one. */
export function rateLimit(limiter: RateLimiter, tiers: Tier[], counts: LimitCounts): RateLimit {
  const charge = async (key: Tier['key'], value: string, route: string, waitedMs = 0) => {
    const applying = tiers.filter((tier) => tier.key === key && (tier.routes?.includes(route) ?? true));
    const allowances = await limiter.charge(applying, value, patienceMs - waitedMs);
    countAllowances(counts, allowances);
    return allowances;
  };

  const chargeRequest = async (key: Tier['key'], value: string, request: Request, response: Response) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const before = response.locals.charged ?? { allowances: [], waitedMs: 0 };
    const startedAt = performance.now();
    const charged = await charge(key, value, `${method} ${request.path}`, before.waitedMs);
    const allowances = [...before.allowances, ...charged];
    response.locals.charged = { allowances, waitedMs: before.waitedMs + performance.now() - startedAt };
    response.set(rateLimitHeaders(allowances));
    return allowances.some(({ exceeded }) => exceeded);
  };

  return {
    byAddress: async (request, response, next) => {
      const address = addressKey(request.ip ?? '') ?? socketKey(request.socket);
      response.locals.clientAddress = address;
      if (await chargeRequest('ip', address, request, response)) throw new ApiError('rate_limited');
      next();
    },
    byClientId: async (request, response, clientId) => {
      if (await chargeRequest('clientId', clientId, request, response)) throw new ApiError('rate_limited');
    },
  };
}
