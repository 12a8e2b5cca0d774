import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { ApiError, errorTable, validationError } from '../proto/errors.ts';
import { writeError } from './http/write-error.ts';

export const portalPath = '/portal';

/** Plain names only, so that no encoding, dot segment or empty segment can lead to another path. */
export const portalPaths = /^\/portal(?:\/[\w-][\w.-]*)*\/?$/;

// No other header is forwarded: not credentials, cookies or those of one connection.
const requestHeaders = ['accept', 'accept-encoding', 'accept-language', 'if-none-match', 'user-agent'];
const responseHeaders = [
  'cache-control',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'etag',
  'permissions-policy',
  'referrer-policy',
  'vary',
];
const wholeAnswerMs = 60_000;

/** GET / of a browser leads to the portal; for a program it is an unknown path. */
export const toPortal: RequestHandler = (request, response, next) => {
  if (request.accepts(['json', 'html']) === 'html') response.redirect(portalPath);
  else next('route');
};

/** A portal that is down, fails, or is silent for `deadlineMs` is `service_unavailable`. */
export function portal(target: string, deadlineMs: number): RequestHandler {
  const proxy = createProxyMiddleware<Request, Response>({
    target,
    changeOrigin: true,
    proxyTimeout: deadlineMs,
    selfHandleResponse: true,
    on: {
      proxyRes: (answer, request, response) => void passOn(answer, request, response),
      error: (cause, request, response) => {
        refuse(new ApiError('service_unavailable', { cause }), request, response as Response);
      },
    },
  });
  return (request, response, next) => {
    const { 'transfer-encoding': chunks, 'content-length': length = '0' } = request.headers;
    if (chunks !== undefined || length !== '0') throw validationError({ body: { message: 'must be empty' } });
    request.headers = { ...only(requestHeaders, request.headers), 'x-request-id': response.locals.requestId };
    request.url = request.path;
    void proxy(request, response, next);
  };
}

async function passOn(answer: IncomingMessage, request: Request, response: Response): Promise<void> {
  const status = answer.statusCode ?? 0;
  if (status !== 200 && status !== 304) {
    answer.resume();
    const cause = new Error(`The portal answered ${status}.`);
    const message = `${errorTable.not_found.message} The nearest is ${portalPath}.`;
    const error =
      status === 404 ? new ApiError('not_found', { message, cause }) : new ApiError('service_unavailable', { cause });
    refuse(error, request, response);
    return;
  }
  response.writeHead(status, only(responseHeaders, answer.headers));
  const late = AbortSignal.timeout(wholeAnswerMs);
  answer.once('error', (cause) => {
    if (!late.aborted) refuse(new ApiError('service_unavailable', { cause }), request, response);
  });
  // If one side breaks, the other is closed too: a short file must not look complete.
  await pipeline(answer, response, { signal: late }).catch(() => undefined);
}

function refuse(error: ApiError, request: Request, response: Response): void {
  // There is no client left to answer.
  if (response.locals.disconnected) return;
  void writeError(error, request, response, () => response.destroy());
}

function only(names: string[], headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}
