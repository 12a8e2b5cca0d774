import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';

/**
 * The classes of a server's requests and responses, with Express' prototypes. Otherwise Express changes the prototype of each
 * request and response, and V8 can't treat them as objects of one shape: a quarter of the gateway's time per request.
 */
export function expressMessages(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  // Else Express answers If-None-Match: * with 304 where there is no etag. Paths that have one compare it themselves.
  Object.defineProperty(AppRequest.prototype, 'fresh', { value: false });
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as Request;
  app.response = AppResponse.prototype as Response;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
