import { EventEmitter, once } from 'node:events';
import type { Response } from 'express';
import type { GatewayConfig } from '../config.ts';

export type ClientPace = {
  /** A client that takes nothing for so long is disconnected. */
  stallMs: number;
  /** So is one that takes less than this over that time. */
  minBytesPerSecond: number;
};

export function paceOf(config: GatewayConfig): ClientPace {
  return { stallMs: config.times.exportStallMs, minBytesPerSecond: 10_000 };
}

/** Only the time spent waiting for the client counts. The system's buffers hide up to 1.4 MB of what it takes. */
export function writeAtPaceOf(response: Response, { stallMs, minBytesPerSecond }: ClientPace) {
  const closed = new AbortController();
  if (response.destroyed) closed.abort();
  else response.once('close', () => closed.abort());
  const { signal } = closed;
  const quota = Math.max(response.writableHighWaterMark, (minBytesPerSecond * stallMs) / 1_000);
  let taken = 0;
  let waitedMs = 0;
  const client = new EventEmitter();
  // One listener for the whole response: on a compressed one, none is ever removed.
  for (const event of ['drain', 'finish']) response.on(event, () => client.emit(event));
  const wait = async (event: 'drain' | 'finish') => {
    const startedAt = performance.now();
    const limit = setTimeout(
      () => {
        response.locals.tooSlow = true;
        response.socket?.resetAndDestroy();
      },
      Math.max(0, stallMs - waitedMs),
    );
    await once(client, event, { signal }).finally(() => clearTimeout(limit));
    waitedMs += performance.now() - startedAt;
  };
  return {
    write: async (content: Buffer) => {
      for (let start = 0; start < content.length; start += quota) {
        const part = content.subarray(start, start + quota);
        if (!response.write(part)) await wait('drain');
        taken += part.length;
        if (taken >= quota) taken = waitedMs = 0;
      }
    },
    end: async () => {
      response.end();
      if (!response.writableFinished) await wait('finish');
    },
  };
}
