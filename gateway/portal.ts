import { Agent } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { ApiError, errorTable, validationError } from '../proto/errors.ts';
import type { GatewayConfig } from './config.ts';
import { publicAddress } from './http/public-address.ts';
import type { Send } from './http/send.ts';
import { writeError } from './http/errors.ts';
import { portalPath } from './paths.ts';

/** Texts for programs, which the portal has at the same names. */
export const textPaths = ['/llms.txt', '/llms-full.txt'];

/** In texts of the portal, what stands for the address of the service. */
const exampleAddress = 'https://reports.example.com';

// No other header is forwarded: no credentials, cookies or hop-by-hop headers.
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

// Shorter than the portal keeps an idle connection, also while it stops: a request must not meet the connection's end.
const keptAlive = { keepAlive: true, timeout: 2_000 };

/** GET / of a browser leads to the portal; for a program it is an unknown path. */
export const toPortal: RequestHandler = (request, response, next) => {
  if (request.accepts(['json', 'html']) === 'html') response.redirect(portalPath);
  else next('route');
};

/**
 * A portal that is down, fails, or has not answered in full after the deadline is `service_unavailable`. Texts get the address of
 * the service: `PUBLIC_BASE_URL`, or the requested one if that is `/`.
 */
export function portal(target: string, config: GatewayConfig, send: Send): RequestHandler {
  const { PUBLIC_BASE_URL: publicUrl, times } = config;
  const proxy = createProxyMiddleware<Request, Response>({
    target,
    changeOrigin: true,
    agent: target.startsWith('https:') ? new TlsAgent(keptAlive) : new Agent(keptAlive),
    selfHandleResponse: true,
    on: {
      proxyReq: (call, _request, response) => limit(call, response, times.portalDeadlineMs),
      proxyRes: (answer, request, response) => {
        passOn(answer, request, response, send).catch((cause: unknown) => refuse(cause, request, response));
      },
      error: (cause, request, response) => refuse(cause, request, response as Response),
    },
  });
  return (request, response, next) => {
    const { 'transfer-encoding': chunks, 'content-length': length = '0' } = request.headers;
    if (chunks !== undefined || length !== '0') throw validationError({ body: { message: 'must be empty' } });
    response.locals.address = publicAddress(publicUrl, request);
    const names = isText(request.path) ? requestHeaders.filter((name) => name !== 'accept-encoding') : requestHeaders;
    request.headers = { ...pick(names, request.headers), 'x-request-id': response.locals.requestId };
    request.url = request.path;
    void proxy(request, response, next);
  };
}

/** Ends the call after `deadlineMs`, name lookup and connecting included, or when its client disconnects. */
function limit(call: ClientRequest, response: Response, deadlineMs: number): void {
  const timer = setTimeout(() => {
    call.destroy(new Error(`The portal did not answer within ${deadlineMs} ms.`));
  }, deadlineMs);
  call.once('close', () => clearTimeout(timer));
  response.once('close', () => call.destroy());
}

function isText(path: string): boolean {
  return /\.(md|txt)$/.test(path);
}

/** Read whole before it is sent, so that a part can't pass for the whole, and a slow client doesn't use up the deadline. */
async function passOn(answer: IncomingMessage, request: Request, response: Response, send: Send): Promise<void> {
  const { 'content-length': length, ...headers } = pick(responseHeaders, answer.headers);
  if (length !== undefined) send.takeBytes(response, Number(length));
  const { address = exampleAddress } = response.locals;
  const read = await buffer(answer);
  const body = isText(request.url) ? Buffer.from(read.toString().replaceAll(exampleAddress, address)) : read;
  if (body.length !== Number(length)) send.takeBytes(response, body.length);
  const status = answer.statusCode ?? 0;
  const isPage = headers['content-type']?.startsWith('text/html');
  if (status !== 200 && status !== 304 && !(status === 404 && isPage)) throw statusError(status);
  response.writeHead(status, { ...headers, ...(length && !isText(request.url) && { 'content-length': length }) });
  const client = send.page(response);
  await client.write(body);
  await client.end();
}

function statusError(status: number): Error {
  const cause = new Error(`The portal answered ${status}.`);
  const message = `${errorTable.not_found.message} The nearest is ${portalPath}.`;
  return status === 404 ? new ApiError('not_found', { message, cause }) : cause;
}

function refuse(cause: unknown, request: Request, response: Response): void {
  // There is no client left to answer.
  if (response.locals.disconnected || response.headersSent) return;
  const error = cause instanceof ApiError ? cause : new ApiError('service_unavailable', { cause });
  void writeError()(error, request, response, () => response.destroy());
}

function pick(names: string[], headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}
