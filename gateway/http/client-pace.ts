import type { Response } from 'express';

/**
 * Disconnects a client that takes nothing for `stallMs`, or less than `minBytesPerSecond` over that time.
 * Only the time spent waiting for the client counts, and each part that it takes gives back the time that it may take. The system's
 * buffers hide up to 1.4 MB of what it takes, and it takes from them by steps.
 */
export function writeAtPaceOf(
  response: Response,
  { stallMs, minBytesPerSecond }: { stallMs: number; minBytesPerSecond: number },
) {
  const bytesPerMs = minBytesPerSecond / 1_000;
  const partBytes = Math.max(response.writableHighWaterMark, bytesPerMs * stallMs);
  let leftMs = stallMs;
  let goOn: (() => void) | undefined;
  // One listener of each for the whole response: on a compressed one, none is ever removed.
  for (const event of ['drain', 'finish', 'close']) response.on(event, () => goOn?.());
  const wait = async () => {
    const startedAt = performance.now();
    const limit = setTimeout(() => {
      response.locals.tooSlow = true;
      response.socket?.resetAndDestroy();
    }, leftMs);
    if (!response.destroyed) await new Promise<void>((resolve) => (goOn = resolve));
    clearTimeout(limit);
    if (response.destroyed && !response.writableFinished) throw new Error('The client disconnected.');
    leftMs -= performance.now() - startedAt;
  };
  return {
    write: async (content: Buffer) => {
      for (let start = 0; start < content.length; start += partBytes) {
        const part = content.subarray(start, start + partBytes);
        if (!response.write(part)) await wait();
        leftMs = Math.min(stallMs, leftMs + part.length / bytesPerMs);
      }
    },
    end: async () => {
      response.end();
      while (!response.writableFinished) await wait();
    },
  };
}
