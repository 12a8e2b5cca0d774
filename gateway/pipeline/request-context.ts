import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from '../../runtime/logger.ts';
import type { GatewayConfig } from '../config.ts';
import type { Allowance } from '../limits/allowance.ts';
import type { ObserveRequest } from './request-metrics.ts';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- how Express lets its locals be typed
  namespace Express {
    // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- it merges with Express' own
    interface Locals {
      requestId: string;
      log: Logger;
      /** Whether the gateway disconnected the client because it read its answer too slowly. */
      tooSlow?: boolean;
      disconnected?: boolean;
      /** Status of the error that ended the answer after its headers were sent. */
      brokeOff?: number;
      /** The tiers charged so far, and how long the request waited for them. */
      charged?: { allowances: Allowance[]; waitedMs: number };
      clientAddress?: string;
      /** Counts the request among those in progress; of a POST, once its body is read, which its client may send slowly. */
      begin?: () => void;
      /** Counts it no longer. */
      endProgress?: () => void;
      /** Of the service, for texts of the portal. */
      address?: string | undefined;
    }
  }
}

/** Gives each request its id and logger, and logs its end. A caller may choose the id. */
export function requestContext(
  log: Logger,
  observe: ObserveRequest,
  securityHeaders: Record<string, string>,
): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(request.get('x-request-id'));
    response.locals.requestId = requestId;
    response.locals.log = log.child({ requestId });
    response.set({ 'X-Request-Id': requestId, ...securityHeaders });
    response.on('close', () => {
      const { brokeOff } = response.locals;
      const disconnected = !response.writableFinished && brokeOff === undefined;
      response.locals.disconnected = disconnected;
      const status = brokeOff ?? response.statusCode;
      const durationMs = performance.now() - startedAt;
      observe(request, response, disconnected ? 499 : status, durationMs);
      response.locals.log.info(
        {
          method: request.method,
          path: request.path,
          status: disconnected ? undefined : status,
          durationMs: Math.round(durationMs),
        },
        endOf(response.locals, response.writableFinished),
      );
    });
    next();
  };
}

function endOf({ brokeOff, tooSlow }: Express.Locals, isFinished: boolean): string {
  if (brokeOff !== undefined) return 'the response broke off';
  if (isFinished) return 'request';
  return tooSlow ? 'the client was too slow' : 'the client disconnected';
}

export function securityHeadersOf({ HSTS_MAX_AGE_SECONDS: maxAge }: GatewayConfig): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(maxAge !== undefined && { 'Strict-Transport-Security': `max-age=${maxAge}` }),
  };
}

/** The caller's id if it is short and plain, so that it can't forge a log line; otherwise a new one. */
function requestIdOf(given: string | undefined): string {
  return given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}
