import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';

export type Readiness = {
  /** What is waited for, in words; undefined once all is there. */
  notReady: () => string | undefined;
  ready: Promise<void>;
  /** Tries every second until it succeeds. A later failure changes nothing: all replicas share what failed. */
  requires: (what: string, attempt: () => Promise<unknown>) => Promise<void>;
};

/** Ready when `first` is done and all that was required meanwhile has been found. */
export function createReadiness(first: string, log: Logger): Readiness & { done: (what: string) => void } {
  const missing = new Set([first]);
  let resolveReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (resolveReady = resolve));
  const done = (what: string) => {
    missing.delete(what);
    if (missing.size === 0) resolveReady();
  };
  return {
    notReady: () => (missing.size > 0 ? `waiting for ${[...missing].join(', ')}` : undefined),
    ready,
    done,
    requires: async (what, attempt) => {
      missing.add(what);
      const again = async () => {
        do await sleep(1_000, undefined, { ref: false });
        while (
          !(await attempt().then(
            () => true,
            () => false,
          ))
        );
        log.info(`${what} can be used now`);
        done(what);
      };
      await attempt().then(
        () => done(what),
        (error: unknown) => {
          log.warn({ err: error }, `${what} can not be used yet`);
          void again();
        },
      );
    },
  };
}
