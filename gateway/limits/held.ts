import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { ApiError } from '../../proto/errors.ts';
import { atMostEvery } from '../../runtime/logger.ts';
import type { Logger } from '../../runtime/logger.ts';
import { networkOf } from '../http/client-address.ts';
import type { TakeBytes } from '../http/send.ts';
import { createShares } from './shares.ts';

const maxBytes = 67_108_864;

/** Bounds what clients make this process hold: requests in progress, and bytes of answers. */
export function limitHeld(maxRequests: number, log: Logger): { begin: RequestHandler; takeBytes: TakeBytes } {
  const requests = createShares(maxRequests);
  const bytes = createShares(maxBytes);
  const logRefusal = atMostEvery(1_000, (refused, network: string) => {
    log.warn({ refused, network }, 'requests refused: too many are in progress, or too many answers are not read');
  });
  const take = ({ clientAddress = '' }: Express.Locals, shares: typeof bytes, amount: number) => {
    const network = networkOf(clientAddress);
    const release = shares.take(network, amount);
    if (release) return release;
    logRefusal(network);
    throw tooMuch();
  };
  const answers = new WeakMap<Socket, { release: () => void }>();
  return {
    begin: ({ socket, method }, response, next) => {
      const { locals } = response;
      answers.get(socket)?.release();
      locals.begin = () => {
        const end = take(locals, requests, 1);
        locals.endProgress = end;
        // The first is when all is written, which the client may not read.
        for (const event of ['prefinish', 'close']) response.once(event, end);
      };
      if (method !== 'POST') locals.begin();
      next();
    },
    takeBytes: (response, amount) => {
      const { socket, locals } = response;
      locals.endProgress?.();
      // The client is gone.
      if (!socket || socket.destroyed) return;
      const before = answers.get(socket);
      before?.release();
      const release = take(locals, bytes, amount);
      const answer = before ?? { release };
      answer.release = release;
      if (before) return;
      answers.set(socket, answer);
      socket.once('close', () => answer.release());
    },
  };
}

function tooMuch(): ApiError {
  return new ApiError('service_unavailable', {
    reason: 'too_much',
    message:
      'Too many requests are in progress, or too many answers have not been read. Retry after the number of seconds in Retry-After.',
  });
}
