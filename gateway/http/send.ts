import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import compression from 'compression';
import type { Request, Response } from 'express';
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
  /**
   * A body in one, with its length: its receiver notices where it is cut off, also what is compressed or comes by HTTP/1.0. Express' send
   * would hash and compare once more what reporting has decided, and buffer what the client does not read.
   */
  const whole = async (
    response: Response,
    content: Buffer,
    headers: Record<string, string>,
    { compressFrom = worthCompressing, client = page(response) } = {},
  ) => {
    const { req: request, statusCode } = response;
    takeBytes(response, content.length);
    response.set(headers);
    const isShort = content.length < compressFrom;
    if (!isShort) response.vary('Accept-Encoding');
    const isHead = request.method === 'HEAD';
    const coding = isShort || isHead || statusCode !== 200 ? undefined : codingFor(request);
    const body = coding ? await codings[coding](content) : content;
    if (coding) response.set('Content-Encoding', coding);
    // HEAD does not know the length of what would be compressed.
    if (isShort || !isHead) response.set('Content-Length', String(body.length));
    await client.write(body);
    await client.end();
  };
  return {
    takeBytes,
    page,
    file: (response: Response) => writeAtPaceOf(response, { stallMs: fileStallMs, minBytesPerSecond }),
    whole,
    json: (response: Response, json: Buffer, headers: Record<string, string>) =>
      whole(response, json, { ...headers, 'Content-Type': 'application/json; charset=utf-8' }),
  };
}

/** Compresses what the response will be given. */
export function compress(response: Response): void {
  byAcceptEncoding(response.req, response, () => undefined);
}

// Higher levels take two to eight times as long and save a tenth more.
const level = 3;
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const byAcceptEncoding = compression({ level, brotli, filter: (_, response) => response.statusCode === 200 });

const codings = {
  br: (content: Buffer) => promisify(brotliCompress)(content, brotli),
  gzip: (content: Buffer) => promisify(gzip)(content, { level }),
  deflate: (content: Buffer) => promisify(deflate)(content, { level }),
};

/** The first that the client takes at least as gladly as none. */
function codingFor(request: Request): keyof typeof codings | undefined {
  const names = Object.keys(codings) as (keyof typeof codings)[];
  return names.find((name) => request.acceptsEncodings(name, 'identity') === name);
}
