import type { Request, Response } from 'express';
import type { Registry } from 'prom-client';
import { histogram } from '../../runtime/metrics.ts';
import { portalPaths } from '../portal.ts';
import { exportTypes } from '../reports/media-types.ts';

/** @param status 499 for a client that disconnected before it had its answer */
export type ObserveRequest = (request: Request, response: Response, status: number, durationMs: number) => void;

export function requestMetrics(metrics: Registry, routeOf: RouteOf): ObserveRequest {
  const duration = histogram(metrics, {
    name: 'client_reporting_http_request_duration_seconds',
    help: 'HTTP requests: from their headers until the last byte of the answer was written.',
    labelNames: ['route', 'code'],
  });
  return (request, response, status, durationMs) => {
    const route = routeOf(request.path) ?? 'other';
    const type = String(response.getHeader('content-type')).split(';')[0] ?? '';
    // Exports have a route of their own, since they take longer.
    const kind = exported.has(type) ? ' export' : '';
    duration.observe({ route: `${route}${kind}`, code: status }, durationMs / 1_000);
  };
}

const exported = new Set<string>(Object.values(exportTypes));

/** The route of a path; undefined for an unknown path, so that the number of routes is bounded. */
export type RouteOf = (path: string) => string | undefined;

export function routesOf(paths: string[]): RouteOf {
  const known = new Set(paths);
  return (path) => {
    if (portalPaths.test(path)) return '/portal';
    return known.has(path) ? path : undefined;
  };
}
