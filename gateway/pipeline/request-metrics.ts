import type { Request, Response } from 'express';
import type { Registry } from 'prom-client';
import { histogram } from '../../runtime/metrics.ts';
import { paths } from '../paths.ts';
import { portalPaths } from '../routes/portal.ts';
import { exportTypes } from './accept.ts';

/** @param status 499 for a client that hung up before it had its answer */
export type ObserveRequest = (request: Request, response: Response, status: number, durationMs: number) => void;

/** Counts and times requests by route and status. */
export function requestMetrics(metrics: Registry): ObserveRequest {
  const duration = histogram(metrics, {
    name: 'client_reporting_http_request_duration_seconds',
    help: 'HTTP requests: from their headers until the last byte of the answer was handed on.',
    labelNames: ['route', 'code'],
  });
  return (request, response, status, durationMs) => {
    const route = routeOf(request.path, String(response.getHeader('content-type')));
    duration.observe({ route, code: status }, durationMs / 1_000);
  };
}

const routes = new Set<string>(Object.values(paths));
const exported = new Set<string>(Object.values(exportTypes));

/** The route that a path belongs to; an export, which takes its time, has one of its own. Unknown paths share one. */
function routeOf(path: string, contentType: string): string {
  if (portalPaths.test(path)) return '/portal';
  if (!routes.has(path)) return 'other';
  return exported.has(contentType.split(';')[0] ?? '') ? `${path} export` : path;
}
