import type { Response } from 'express';
import { ApiError } from '../../proto/errors.ts';
import { createShares } from '../../runtime/shares.ts';

/** Counts the bytes of a response until it closes. @throws ApiError `rate_limited`, `service_unavailable` */
export type TakeBytes = (response: Response, bytes: number) => void;

/** Bounds the bytes of pages and documents that clients have not read yet: `max` in all, a quarter of it for one address, five eighths for one IPv6 /48. */
export function limitResponseBytes(max: number): TakeBytes {
  const shares = createShares({ all: max, ofEach: max / 4 });
  let unread = 0;
  return (response, bytes) => {
    const { clientAddress = '' } = response.locals;
    if (shares.exceeded(clientAddress, bytes)) throw new ApiError('rate_limited', { message: unreadMessage });
    if (unread > 0 && unread + bytes > max) throw new ApiError('service_unavailable');
    unread += bytes;
    const release = shares.use(clientAddress, bytes);
    response.once('close', () => {
      unread -= bytes;
      release();
    });
  };
}

const unreadMessage =
  'Your address has not read the responses to earlier requests. Read them, and retry after the number of seconds in Retry-After.';
