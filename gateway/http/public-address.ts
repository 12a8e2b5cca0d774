import type { Request } from 'express';
import { validationError } from '../../proto/errors.ts';

/** `publicUrl`, or the requested address if that is `/`. Undefined where a request names no host. */
export function publicAddress(publicUrl: string, request: Request): string | undefined {
  if (publicUrl !== '/') return publicUrl;
  const host = request.host as string | undefined;
  const isHost = host !== undefined && /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host);
  return isHost ? `${request.protocol}://${host}` : undefined;
}

/** @throws ApiError `validation_error` where there is none */
export function requiredPublicAddress(publicUrl: string, request: Request): string {
  const address = publicAddress(publicUrl, request);
  if (address === undefined) throw validationError({ Host: { message: 'must be HOST or HOST:PORT' } });
  return address;
}
