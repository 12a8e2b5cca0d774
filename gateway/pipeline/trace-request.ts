import type { RequestHandler } from 'express';
import type { Tracing } from '../../runtime/tracing/tracing.ts';
import { schemeOf } from '../http/public-address.ts';
import type { RouteOf } from '../paths.ts';

/** Records each request as a span, in the caller's trace if it names one. Unknown paths get no `http.route`. */
export function traceRequest(tracing: Tracing, routeOf: RouteOf): RequestHandler {
  return (request, response, next) => {
    const route = routeOf(request.path);
    const method = methods.has(request.method) ? request.method : '_OTHER';
    const attributes = {
      'http.request.method': method,
      'url.scheme': schemeOf(request),
      'network.protocol.version': request.httpVersion,
      ...(route !== undefined && { 'http.route': route }),
    };
    const name = [method === '_OTHER' ? 'HTTP' : method, route].filter(Boolean).join(' ');
    const span = tracing.serve(name, attributes, (header) => request.headers[header]?.toString());
    response.on('close', () => {
      const { statusCode, locals } = response;
      if (locals.brokeOff !== undefined) span.end({}, String(locals.brokeOff));
      else if (!response.writableFinished) span.end({}, 'cancelled');
      else span.end({ 'http.response.status_code': statusCode }, statusCode >= 500 ? String(statusCode) : undefined);
    });
    span.run(next);
  };
}

/** Those of OpenTelemetry's conventions; any other name could be invented by a client. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH']);
