import type { Request, Response } from 'express';
import type { Registry } from 'prom-client';
import { histogram } from '../../runtime/metrics.ts';
import type { RouteOf } from '../paths.ts';

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
    // Exports have a route of their own, since they take longer.
    const kind = response.hasHeader('Content-Disposition') ? ' export' : '';
    duration.observe({ route: `${route}${kind}`, code: status }, durationMs / 1_000);
  };
}
