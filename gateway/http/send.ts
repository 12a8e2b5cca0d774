import { constants } from 'node:zlib';
import compression from 'compression';
import type { Response } from 'express';
import { writeAtPaceOf } from './client-pace.ts';

const worthCompressing = 8_192;

/**
 * The answer to a request has arrived: the request is in progress no longer. Its bytes count until the next request of its connection or the
 * connection's end: what the kernel has taken, the client may not have read. @throws ApiError `service_unavailable`
 */
export type TakeBytes = (response: Response, bytes: number) => void;

export type Send = ReturnType<typeof createSend>;

/**
 * Sends answers at the pace of their clients, once their bytes are taken.
 */
export function createSend(
  {
    stallMs,
    fileStallMs,
    minBytesPerSecond = 10_000,
  }: { stallMs: number; fileStallMs: number; minBytesPerSecond?: number },
  takeBytes: TakeBytes,
) {
  const page = (response: Response) => writeAtPaceOf(response, { stallMs, minBytesPerSecond });
  /** Express' send would hash and compare once more what reporting has decided, and buffer what the client does not read. */
  const body = async (response: Response, content: Buffer, headers: Record<string, string>) => {
    takeBytes(response, content.length);
    response.set(headers);
    const isShort = content.length < worthCompressing;
    if (!isShort) compress(response);
    // HEAD does not know the length of what would be compressed.
    if (isShort || response.req.method !== 'HEAD') response.set('Content-Length', String(content.length));
    const client = page(response);
    await client.write(content);
    await client.end();
  };
  return {
    takeBytes,
    page,
    file: (response: Response) => writeAtPaceOf(response, { stallMs: fileStallMs, minBytesPerSecond }),
    json: (response: Response, json: Buffer, headers: Record<string, string>) =>
      body(response, json, { ...headers, 'Content-Type': 'application/json; charset=utf-8' }),
  };
}

/** Compresses what the response will be given. Higher levels take two to eight times as long and save a tenth more. */
export function compress(response: Response): void {
  byAcceptEncoding(response.req, response, () => undefined);
}

const byAcceptEncoding = compression({
  level: 3,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  filter: (_, response) => response.statusCode === 200,
});
