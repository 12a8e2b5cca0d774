import { setTimeout as sleep } from 'node:timers/promises';

export type Turns = {
  /** Makes a page. No piece of an export is begun meanwhile. */
  page: <T>(make: () => Promise<T>) => Promise<T>;
  /** Does a piece of an export's work, when it is its turn; at once when `signal` is aborted, which the work ends by. */
  piece: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
};

type TurnsOptions = {
  /** How long a piece waits for pages, however many there are. */
  patienceMs?: number;
  /** How long a piece keeps the others waiting, whatever it takes. */
  longestMs?: number;
  /** While pages are asked for, the rest after a piece, in times of what it took, and at most so long. */
  rest?: { times: number; atMostMs: number };
};

/** Pages count as asked for until so long after the last one. */
const quietMs = 100;

/** Pages go before exports: their pieces are done one at a time, in turn, and leave time between them to pages. */
export function createTurns({
  patienceMs = 10,
  longestMs = 2_000,
  rest = { times: 2, atMostMs: 100 },
}: TurnsOptions = {}): Turns {
  let pages = 0;
  let lastPageAt = -Infinity;
  let onNoPages: () => void = () => undefined;
  let last = Promise.resolve();
  return {
    page: async (make) => {
      pages += 1;
      try {
        return await make();
      } finally {
        pages -= 1;
        lastPageAt = performance.now();
        if (pages === 0) onNoPages();
      }
    },
    piece: async (signal, work) => {
      const before = last;
      let pass: () => void = () => undefined;
      last = new Promise((resolve) => (pass = resolve));
      await unlessAborted(signal, before);
      if (signal.aborted) {
        void before.then(pass);
        return work();
      }
      if (pages > 0) {
        const noPages = new Promise<void>((resolve) => (onNoPages = resolve));
        await Promise.race([noPages, sleep(patienceMs)]);
      }
      const begunAt = performance.now();
      const late = setTimeout(pass, longestMs);
      try {
        return await work();
      } finally {
        clearTimeout(late);
        const now = performance.now();
        if (pages > 0 || now - lastPageAt < quietMs) {
          setTimeout(pass, Math.min(rest.times * (now - begunAt), rest.atMostMs));
        } else pass();
      }
    },
  };
}

async function unlessAborted(signal: AbortSignal, awaited: Promise<void>): Promise<void> {
  if (signal.aborted) return;
  let giveUp: () => void = () => undefined;
  const aborted = new Promise<void>((resolve) => (giveUp = resolve));
  signal.addEventListener('abort', giveUp);
  await Promise.race([awaited, aborted]);
  signal.removeEventListener('abort', giveUp);
}
