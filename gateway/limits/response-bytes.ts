import type { Response } from 'express';
import { ApiError } from '../../proto/errors.ts';

/** Counts the bytes of a response until it closes. @throws ApiError `rate_limited`, `service_unavailable` */
export type TakeBytes = (response: Response, bytes: number) => void;

/** Bounds the bytes of pages and documents that clients have not read yet: `max` in all, a quarter of it for one address. */
export function limitResponseBytes(max: number): TakeBytes {
  const unread = new Map<string, number>();
  let unreadInAll = 0;
  const add = (address: string, bytes: number) => {
    const own = (unread.get(address) ?? 0) + bytes;
    if (own > 0) unread.set(address, own);
    else unread.delete(address);
    unreadInAll += bytes;
  };
  return (response, bytes) => {
    const { clientAddress = '' } = response.locals;
    const own = unread.get(clientAddress) ?? 0;
    if (own > 0 && own + bytes > max / 4) throw new ApiError('rate_limited', { message: unreadMessage });
    if (unreadInAll > 0 && unreadInAll + bytes > max) throw new ApiError('service_unavailable');
    add(clientAddress, bytes);
    response.once('close', () => add(clientAddress, -bytes));
  };
}

const unreadMessage =
  'Your address has not read the responses to earlier requests. Read them, and retry after the number of seconds in Retry-After.';
