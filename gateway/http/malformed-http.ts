import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import { ApiError } from '../../proto/errors.ts';
import { atMostEvery } from '../../runtime/logger.ts';
import type { Logger } from '../../runtime/logger.ts';
import { errorBody } from './errors.ts';

const maxHeaderLines = 100;

/** Serves the app. A request that the app can't get is answered on the socket, in the shape of every other error. */
export function serveHttp(
  server: Server,
  app: Express,
  { log, metrics, securityHeaders }: { log: Logger; metrics: Registry; securityHeaders: Record<string, string> },
): void {
  const refused = new Counter({
    name: 'client_reporting_http_malformed_total',
    help: 'Answers to what could not be read as HTTP or served by the app, by status.',
    labelNames: ['code'],
    registers: [metrics],
  });
  // Such requests count against no limit, so they could fill the log.
  const logRefusal = atMostEvery(1_000, (requests, refusal: { requestId: unknown; code: string; status: number }) => {
    log.info({ ...refusal, requests }, 'malformed HTTP');
  });
  // Node drops what is beyond this, after our own limit, so that lines which never end take no memory.
  server.maxHeadersCount = maxHeaderLines + 1;
  /** The last response of a connection, until it has ended: an idle connection keeps none. */
  const responses = new WeakMap<Socket, ServerResponse>();

  /** In the middle of an answer by a reset: see `writeError`. */
  const close = (socket: Socket) => {
    const response = responses.get(socket);
    if (response?.headersSent && !response.writableFinished) socket.resetAndDestroy();
    else socket.destroy();
  };
  const refuse = (socket: Socket, { error, status }: Malformed) => {
    if (socket.writableEnded) return;
    const response = responses.get(socket);
    const isIdle = !response || (response.writableFinished && response.req.complete);
    const isUnanswered = response?.socket === socket && !response.headersSent;
    if (!socket.writable || !(isIdle || isUnanswered)) {
      close(socket);
      return;
    }
    const requestId = (isUnanswered ? response.getHeader('X-Request-Id') : undefined) ?? randomUUID();
    const body = JSON.stringify(errorBody(error));
    const head = Object.entries({
      'X-Request-Id': requestId,
      ...securityHeaders,
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    }).map(([name, value]) => `${name}: ${String(value)}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'));
    // Closing at once, with input unread, would reset the connection before the client reads the answer.
    socket.resume();
    setTimeout(() => socket.destroy(), 1_000).unref();
    refused.inc({ code: status });
    logRefusal({ requestId, code: error.code, status });
  };

  const ending = new WeakSet<Socket>();
  const endAfter = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
    response.once('finish', () => response.req.socket.destroySoon());
  };

  /** A connection has one request at a time. What it sends before it has the answer is not read, and it ends with the answer. */
  const isEarly = (socket: Socket): boolean => {
    const response = responses.get(socket);
    if (!response?.req.complete || response.writableFinished) return false;
    if (ending.has(socket)) return true;
    ending.add(socket);
    socket.pause();
    // One packet may hold thousands of requests, and Node would read all of them.
    (socket as Parsed).parser?.pause();
    endAfter(response);
    return true;
  };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket, rawHeaders } = request;
    if (isEarly(socket)) return;
    responses.set(socket, response);
    response.once('finish', () => {
      if (request.complete) responses.delete(socket);
    });
    if (rawHeaders.length > 2 * maxHeaderLines) {
      refuse(socket, malformed('HPE_HEADER_OVERFLOW'));
      return;
    }
    // Node.js 26 parses no URL with an invalid port, older versions do: an unknown path in all of them.
    if (/^https?:\/\/[^/?#[\]]*:(?!\d*(?:[/?#]|$))/i.test(request.url ?? '')) request.url = `/${request.url}`;
    // Express calls back for a URL that it can't parse, and after an error in an answer that has begun.
    (app as HandBack)(request, response, () => refuse(socket, malformed(undefined)));
  });
  // An unknown expectation is ignored, as RFC 9110 allows.
  server.on('checkExpectation', (...request) => server.emit('request', ...request));
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    if (code === 'ECONNRESET') socket.destroy();
    else if (!isEarly(socket)) refuse(socket, malformed(code));
  });
}

type HandBack = (request: IncomingMessage, response: ServerResponse, handBack: () => void) => void;
/** What Node's sockets of HTTP have, and their type lacks. */
type Parsed = Socket & { parser?: { pause: () => void } | null };
type Malformed = { error: ApiError; status: number };

export function malformed(code: string | undefined): Malformed {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        error: new ApiError('payload_too_large', { message: 'The headers exceed 16 KiB or 100 lines.' }),
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, error: notHttp('The request did not arrive in time.') };
    default:
      return { status: 400, error: notHttp('The request is not valid HTTP.') };
  }
}

function notHttp(message: string): ApiError {
  return new ApiError('validation_error', { message, details: { request: { message } } });
}
