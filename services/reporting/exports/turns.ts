import { setTimeout as sleep } from 'node:timers/promises';

export type Turns = {
  /** Makes a page. No piece of an export is begun meanwhile. */
  page: <T>(make: () => Promise<T>) => Promise<T>;
  /** Reads a piece of an export, when it is its turn. */
  piece: <T>(read: () => Promise<T>) => Promise<T>;
};

/**
 * Pages go before exports, whose pieces are read one at a time, in turn. Whatever pages there are, a piece waits no longer
 * for them than `patienceMs`.
 */
export function createTurns(patienceMs = 10): Turns {
  let pages = 0;
  let onNoPages: () => void = () => undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    page: async (make) => {
      pages += 1;
      try {
        return await make();
      } finally {
        pages -= 1;
        if (pages === 0) onNoPages();
      }
    },
    piece: (read) => {
      const turn = last.then(async () => {
        if (pages > 0) {
          const noPages = new Promise<void>((resolve) => (onNoPages = resolve));
          await Promise.race([noPages, sleep(patienceMs)]);
        }
        return read();
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
