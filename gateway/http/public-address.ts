import type { Request } from 'express';
import { validationError } from '../../proto/errors.ts';

/** `publicUrl`, or the requested address if that is `/`. Undefined where a request names no host. */
export function publicAddress(publicUrl: string, request: Request): string | undefined {
  if (publicUrl !== '/') return publicUrl;
  const { host } = request.headers;
  return host ? `${schemeOf(request)}://${host}` : undefined;
}

/** A trusted proxy may pass on what a client gave for `X-Forwarded-Proto`, or write it in capitals or quotes. */
export function schemeOf({ protocol }: Request): 'http' | 'https' {
  return /^"?https"?$/i.test(protocol) ? 'https' : 'http';
}

/** @throws ApiError `validation_error` without a valid address */
export function requiredPublicAddress(publicUrl: string, request: Request): string {
  const address = publicAddress(publicUrl, request);
  if (address === undefined) throw validationError({ Host: { message: 'must be HOST or HOST:PORT' } });
  return address;
}
