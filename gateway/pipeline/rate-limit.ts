import type { Request, RequestHandler, Response } from 'express';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Account } from '../../access/access.ts';
import { ApiError } from '../../proto/errors.ts';
import type { Logger } from '../../runtime/logger.ts';
import { rateLimitHeaders } from '../limits/allowance.ts';
import { watchForwarders } from '../limits/forwarders.ts';
import type { Charge } from '../limits/limiter.ts';
import type { Tier } from '../limits/tiers.ts';
import { addressKey, networkOf, socketKey } from '../http/client-address.ts';

export type RateLimit = ReturnType<typeof rateLimit>;

// The longest that one request waits for Redis, a little less than the allowed 50 ms.
const timeoutMs = 45;

/** Charges each request under the tiers of its route, and writes the RateLimit headers of the tightest one. */
export function rateLimit(chargeTiers: Charge, ownTiers: Tier[], { log, metrics }: { log: Logger; metrics: Registry }) {
  const requests = new Counter({
    name: 'client_reporting_rate_limit_requests_total',
    help: 'Requests charged, by tier: allowed, refused, and of those allowed the ones that left a tenth of the limit or less.',
    labelNames: ['tier', 'outcome'],
    registers: [metrics],
  });
  const watch = watchForwarders({ log, metrics });
  const addressTiers = ownTiers.filter(({ key }) => key === 'ip' || key === 'portal');
  /** For a network of many addresses. */
  const networkTiers = addressTiers.map((tier) => ({ ...tier, name: `${tier.name}-network`, limit: 10 * tier.limit }));
  for (const { name } of [...ownTiers, ...networkTiers]) {
    for (const outcome of ['allowed', 'near_limit', 'refused']) requests.inc({ tier: name, outcome }, 0);
  }

  const charge = async (
    key: Tier['key'],
    value: string,
    request: Request,
    response: Response,
    tiers: Tier[] = ownTiers,
  ): Promise<void> => {
    const route = `${request.method === 'HEAD' ? 'GET' : request.method} ${request.path}`;
    const applying = tiers.filter((tier) => tier.key === key && (tier.routes?.includes(route) ?? true));
    if (applying.length === 0) return;
    const before = response.locals.charged ?? { allowances: [], waitedMs: 0 };
    const startedAt = performance.now();
    const charged = await chargeTiers(applying, value, Math.max(0, timeoutMs - before.waitedMs));
    for (const { tier, remaining, exceeded } of charged) {
      requests.inc({ tier: tier.name, outcome: exceeded ? 'refused' : 'allowed' });
      if (!exceeded && remaining * 10 <= tier.limit) requests.inc({ tier: tier.name, outcome: 'near_limit' });
    }
    const allowances = [...before.allowances, ...charged];
    response.locals.charged = { allowances, waitedMs: before.waitedMs + performance.now() - startedAt };
    const isExceeded = charged.some(({ exceeded }) => exceeded);
    if (isExceeded || key !== 'portal') response.set(rateLimitHeaders(allowances));
    if (isExceeded) throw new ApiError('rate_limited');
  };

  const byAddress =
    (key: 'ip' | 'portal'): RequestHandler =>
    async (request, response, next) => {
      const address = addressKey(request.ip ?? '') ?? socketKey(request.socket);
      response.locals.clientAddress = address;
      watch(address, request.get('x-forwarded-for'));
      await charge(key, address, request, response);
      const network = networkOf(address);
      if (network !== address) await charge(key, network, request, response, networkTiers);
      next();
    };

  return {
    byAddress: byAddress('ip'),
    /** Shows the limit only once it is exceeded: the portal is outside the limits that its people watch. */
    ofPortal: byAddress('portal'),
    /** Charges the client id of a valid body. @throws ApiError `rate_limited` */
    byClientId: (request: Request, response: Response, clientId: string) =>
      charge('clientId', clientId, request, response),
    /** Charges the application or the person. @throws ApiError `rate_limited` */
    byAccount: (request: Request, response: Response, { clientId, userId }: Account) =>
      charge('account', clientId === '' ? `person:${userId}` : `application:${clientId}`, request, response),
  };
}
