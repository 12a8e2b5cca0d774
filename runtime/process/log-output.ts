import { setTimeout as sleep } from 'node:timers/promises';
import type { DestinationStream } from 'pino';

export type LogOutput = DestinationStream & {
  dropped: () => number;
  /** Waits for a second at most until everything is written. */
  flush: () => Promise<void>;
};

const longestQueueBytes = 1_048_576;

/** Standard output, never waited for: lines beyond the longest queue are dropped. `afterDrop` gets their number. */
export function openLogOutput(afterDrop?: (lines: number) => void): LogOutput {
  const { stdout } = process;
  let dropped = 0;
  let reported = 0;
  // A reader that is gone: `writable` is false from then on.
  stdout.on('error', () => undefined);
  stdout.on('drain', () => {
    const lines = dropped - reported;
    reported = dropped;
    if (lines > 0) afterDrop?.(lines);
  });
  return {
    write: (line) => {
      if (stdout.writableLength > longestQueueBytes) dropped += 1;
      else if (stdout.writable) stdout.write(line);
    },
    dropped: () => dropped,
    flush: async () => {
      const written = new Promise<void>((resolve) => stdout.write('', () => resolve()));
      await Promise.race([written, sleep(1_000, undefined, { ref: false })]);
    },
  };
}
