import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Registry } from 'prom-client';
import type { Logger } from '../../runtime/logger.ts';
import { histogram } from '../../runtime/metrics.ts';
import type { Span, Tracing } from '../../runtime/tracing/tracing.ts';
import type { GatewayConfig } from '../config.ts';
import { schemeOf } from '../http/public-address.ts';
import type { Allowance } from '../limits/allowance.ts';
import type { RouteOf } from '../paths.ts';

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
      /** Status of the error that an answer of 200 says. */
      refused?: number;
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

type Observers = {
  log: Logger;
  metrics: Registry;
  tracing: Tracing | undefined;
  routeOf: RouteOf;
  securityHeaders: Record<string, string>;
};

/** Gives each request its id, logger and span, in the caller's trace if it names one; measures and logs its end. A caller may choose the id. */
export function requestContext({ log, metrics, tracing, routeOf, securityHeaders }: Observers): RequestHandler {
  const duration = histogram(metrics, {
    name: 'client_reporting_http_request_duration_seconds',
    help: 'HTTP requests: from their headers until the last byte of the answer was written.',
    labelNames: ['route', 'code'],
  });
  return (request, response, next) => {
    const startedAt = performance.now();
    const route = routeOf(request.path);
    const span = tracing && spanOf(request, route, tracing);
    const requestId = requestIdOf(request.get('x-request-id'));
    response.locals.requestId = requestId;
    response.set({ 'X-Request-Id': requestId, ...securityHeaders });
    response.on('close', () => {
      const { brokeOff, refused } = response.locals;
      const disconnected = !response.writableFinished && brokeOff === undefined;
      response.locals.disconnected = disconnected;
      const status = brokeOff ?? refused ?? response.statusCode;
      const durationMs = performance.now() - startedAt;
      // Exports have a route of their own, since they take longer.
      const kind = response.hasHeader('Content-Disposition') ? ' export' : '';
      const code = disconnected ? 499 : status;
      duration.observe({ route: `${route ?? 'other'}${kind}`, code }, durationMs / 1_000);
      if (disconnected || brokeOff !== undefined) span?.end({}, disconnected ? 'cancelled' : String(status));
      else span?.end({ 'http.response.status_code': status }, status >= 500 ? String(status) : undefined);
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
    const goOn = () => {
      response.locals.log = log.child({ requestId });
      next();
    };
    if (span) span.run(goOn);
    else goOn();
  };
}

/** Unknown paths get no `http.route`. */
function spanOf(request: Request, route: string | undefined, tracing: Tracing): Span {
  const attributes = {
    'http.request.method': request.method,
    'url.scheme': schemeOf(request),
    'network.protocol.version': request.httpVersion,
    ...(route !== undefined && { 'http.route': route }),
  };
  const name = [request.method, route].filter(Boolean).join(' ');
  return tracing.serve(name, attributes, (header) => request.headers[header]?.toString());
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
