import type { Request } from 'express';

/**
 * The address of the service as its clients know it: `publicUrl`, or the requested one if that is `/`. Undefined where a request
 * names no host.
 */
export function publicAddress(publicUrl: string, request: Request): string | undefined {
  if (publicUrl !== '/') return publicUrl;
  const host = request.host as string | undefined;
  const isHost = host !== undefined && /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host);
  return isHost ? `${request.protocol}://${host}` : undefined;
}
