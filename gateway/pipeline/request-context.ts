import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
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
      /** The response itself, which calls to the services are made for. */
      caller: ServerResponse;
      /** Whether the client was disconnected because it took its answer too slowly. */
      tooSlow?: boolean;
      /** Whether the client disconnected, or was, before it had its answer. */
      hungUp: boolean;
      /** Status of the error that broke the response off after its headers were sent. */
      brokeOff?: number;
      /** The tiers charged so far, and how long the request waited for them. */
      charged?: { allowances: Allowance[]; waitedMs: number };
      /** What its address is limited under. */
      clientAddress?: string;
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
    response.locals.caller = response;
    response.locals.hungUp = false;
    response.set({ 'X-Request-Id': requestId, ...securityHeaders });
    response.on('close', () => {
      const { brokeOff } = response.locals;
      const hungUp = !response.writableFinished && brokeOff === undefined;
      response.locals.hungUp = hungUp;
      const status = brokeOff ?? response.statusCode;
      const durationMs = performance.now() - startedAt;
      observe(request, response, hungUp ? 499 : status, durationMs);
      response.locals.log.info(
        {
          method: request.method,
          path: request.path,
          status: hungUp ? undefined : status,
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

/** Those of every response. */
export function securityHeadersOf({ HSTS_MAX_AGE_SECONDS: maxAge }: GatewayConfig): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(maxAge !== undefined && { 'Strict-Transport-Security': `max-age=${maxAge}` }),
  };
}

/** The caller's id where it is short and plain, so that it can't forge a log line; else a new one. */
export function requestIdOf(given: string | undefined): string {
  return given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}
