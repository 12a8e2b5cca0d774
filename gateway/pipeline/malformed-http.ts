import { STATUS_CODES } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Socket } from 'node:net';
import { ApiError, errorTable } from '../../proto/errors.ts';
import type { Logger } from '../../runtime/logger.ts';
import { addressKey } from './client-address.ts';
import { tiersFor } from './rate-limit.ts';
import { rateLimitHeaders } from './rate-limiter.ts';
import type { RateLimiter, Tier } from './rate-limiter.ts';
import { requestIdOf } from './request-context.ts';
import { errorBody } from './write-error.ts';

/**
 * Answers what never becomes a request of the app (broken or oversized headers, a request that doesn't arrive in
 * time, CONNECT) in the shape of every other error, charged to its address like every other request.
 */
export function answerMalformedHttp(server: Server, limiter: RateLimiter, tiers: Tier[], log: Logger): void {
  const running = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => running.set(request.socket, response));

  const answer = (socket: Duplex, { error, status, headers }: Malformed) => {
    if (!socket.writable || running.get(socket)?.headersSent === true) {
      socket.destroy();
      return;
    }
    const requestId = requestIdOf(undefined);
    const remoteAddress = socket instanceof Socket ? (socket.remoteAddress ?? '') : '';
    const allowances = limiter.charge(tiersFor(tiers, 'ip', ''), addressKey(remoteAddress) ?? remoteAddress);
    const exceeded = allowances.some((allowance) => allowance.exceeded);
    const answered = exceeded ? new ApiError('rate_limited') : error;
    const http = exceeded ? errorTable.rate_limited.http : status;
    const body = JSON.stringify(errorBody(answered));
    const head = {
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      ...rateLimitHeaders(allowances),
      ...(!exceeded && headers),
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${http} ${STATUS_CODES[http]}\r\n${lines.join('')}\r\n${body}`);
    // What is still arriving is read and dropped for a moment: closing at once would reset the answer away.
    socket.resume();
    void sleep(1_000, undefined, { ref: false }).then(() => socket.destroy());
    log.info({ requestId, code: answered.code, status: http }, 'malformed HTTP');
  };

  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
    if (failure.code === 'ECONNRESET') socket.destroy();
    else answer(socket, malformed(failure.code));
  });
  server.on('connect', (_, socket) => {
    answer(socket, { error: new ApiError('method_not_allowed'), status: 405, headers: { Allow: 'GET, HEAD, POST' } });
  });
}

type Malformed = { error: ApiError; status: number; headers?: Record<string, string> };

function malformed(code: string | undefined): Malformed {
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
