import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Socket } from 'node:net';
import type { Express } from 'express';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import { ApiError, errorTable } from '../../proto/errors.ts';
import type { Logger } from '../../runtime/logger.ts';
import { rateLimitHeaders } from '../limits/headers.ts';
import { methodNotAllowed } from './allow.ts';
import type { RateLimit } from './rate-limit.ts';
import { requestIdOf } from './request-context.ts';
import { errorBody } from './write-error.ts';

/**
 * Serves the app, and answers what it can't (broken or oversized headers, a broken URL or body, a request that doesn't
 * arrive in time, CONNECT) in the shape of every other error, charged to its address like every other request.
 */
export function serveHttp(
  server: Server,
  app: Express,
  rateLimit: RateLimit,
  { log, metrics, securityHeaders }: { log: Logger; metrics: Registry; securityHeaders: Record<string, string> },
): void {
  const malformedAnswers = new Counter({
    name: 'client_reporting_http_malformed_total',
    help: 'Answers to what could not be read as HTTP or served by the app, by status.',
    labelNames: ['code'],
    registers: [metrics],
  });
  const running = new WeakMap<Duplex, Running>();
  const answering = new WeakSet<Duplex>();

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    running.set(request.socket, response);
    // Express hands back what it finds no path in, and what failed amid its answer.
    (app as HandBack)(request, response, () => {
      if (response.headersSent) {
        request.socket.destroy();
        return;
      }
      running.delete(request.socket);
      answer(request.socket, malformed(undefined));
    });
  };

  const answer = (socket: Duplex, problem: Malformed) => {
    if (answering.has(socket)) return;
    answering.add(socket);
    answerOnce(socket, problem).catch(() => socket.destroy());
  };

  const answerOnce = async (socket: Duplex, { error, status, headers }: Malformed) => {
    const response = running.get(socket);
    if (response?.locals?.charging) {
      await response.locals.charging;
      await setImmediate();
    }
    const answered = response?.headersSent === true;
    const ended = answered && response.writableFinished && response.req.complete;
    if (!socket.writable || (answered && !ended)) {
      socket.destroy();
      return;
    }
    // The app has charged a request that it began, and given it an id.
    const { exceeded, head } =
      response && !answered ? { exceeded: false, head: response.getHeaders() } : await charge(socket);
    const shown = exceeded ? new ApiError('rate_limited') : error;
    const http = exceeded ? errorTable.rate_limited.http : status;
    const body = JSON.stringify(errorBody(shown));
    const lines = Object.entries({
      ...head,
      ...(!exceeded && headers),
      'cache-control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    }).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    socket.end(`HTTP/1.1 ${http} ${STATUS_CODES[http]}\r\n${lines.join('')}\r\n${body}`);
    // What is still arriving is read and dropped for a moment: closing at once would reset the answer away.
    socket.resume();
    void sleep(1_000, undefined, { ref: false }).then(() => socket.destroy());
    malformedAnswers.inc({ code: http });
    log.info({ requestId: head['x-request-id'], code: shown.code, status: http }, 'malformed HTTP');
  };

  const charge = async (socket: Duplex): Promise<{ exceeded: boolean; head: OutgoingHttpHeaders }> => {
    const allowances = await rateLimit.bySocket(socket instanceof Socket ? socket.remoteAddress : undefined);
    return {
      exceeded: allowances.some(({ exceeded }) => exceeded),
      head: {
        'x-request-id': requestIdOf(undefined),
        ...securityHeaders,
        ...rateLimitHeaders(allowances),
      },
    };
  };

  server.on('request', serve);
  // 100 Continue is written by the step that reads the body, so that a refusal comes before it.
  for (const event of ['checkContinue', 'checkExpectation'] as const) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response));
  }
  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
    if (failure.code === 'ECONNRESET') socket.destroy();
    else answer(socket, malformed(failure.code));
  });
  server.on('connect', (_, socket) => {
    const methods = ['GET', 'HEAD', 'POST'];
    answer(socket, { error: methodNotAllowed(methods), status: 405, headers: { Allow: methods.join(', ') } });
  });
}

type Running = ServerResponse & { locals?: Partial<Express['locals']> };
type HandBack = (request: IncomingMessage, response: ServerResponse, handBack: () => void) => void;
type Malformed = { error: ApiError; status: number; headers?: Record<string, string> };

/** The answer to what Node could not read as HTTP. */
export function malformed(code: string | undefined): Malformed {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, error: new ApiError('payload_too_large', { message: 'The headers exceed 16 KiB.' }) };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, error: notHttp('The request did not arrive in time.') };
    default:
      return { status: 400, error: notHttp('The request is not valid HTTP.') };
  }
}

function notHttp(message: string): ApiError {
  return new ApiError('validation_error', { message, details: { request: { message } } });
}
