import { setTimeout as sleep } from 'node:timers/promises';

export type ExportScheduler = ReturnType<typeof createExportScheduler>;

/** Pages count as requested until this long after the last one. */
const quietMs = 100;

/**
 * Pages go before exports: batches of exports run one at a time, in turn, and leave time between them to pages.
 * @param waitMs how long a batch waits for pages, however many there are
 * @param longestMs how long a batch keeps the others waiting
 * @param pause while pages are requested: the pause after a batch, as a multiple of its duration, and its upper limit
 */
export function createExportScheduler({ waitMs = 10, longestMs = 2_000, pause = { times: 2, atMostMs: 100 } } = {}) {
  let pages = 0;
  let lastPageAt = -Infinity;
  let onNoPages: () => void = () => undefined;
  let last = Promise.resolve();
  return {
    /** Makes a page. No batch of an export starts meanwhile. */
    page: async <T>(make: () => Promise<T>): Promise<T> => {
      pages += 1;
      try {
        return await make();
      } finally {
        pages -= 1;
        lastPageAt = performance.now();
        if (pages === 0) onNoPages();
      }
    },
    /** Runs a batch of an export after those that came before it. */
    batch: async <T>(run: () => Promise<T>): Promise<T> => {
      const before = last;
      let startNext: () => void = () => undefined;
      last = new Promise((resolve) => (startNext = resolve));
      await before;
      if (pages > 0) {
        const noPages = new Promise<void>((resolve) => (onNoPages = resolve));
        await Promise.race([noPages, sleep(waitMs)]);
      }
      const startedAt = performance.now();
      const late = setTimeout(startNext, longestMs);
      try {
        return await run();
      } finally {
        clearTimeout(late);
        const now = performance.now();
        if (pages > 0 || now - lastPageAt < quietMs) {
          setTimeout(startNext, Math.min(pause.times * (now - startedAt), pause.atMostMs));
        } else startNext();
      }
    },
  };
}
