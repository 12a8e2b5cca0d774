import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import { ExplainedError } from '../explained-error.ts';

export type Readiness = {
  /** What is waited for, in words; undefined once all is there. */
  notReady: () => string | undefined;
  ready: Promise<void>;
  /**
   * Tries every second until it succeeds, and waits for the first attempt. An `ExplainedError` names what is waited for, any other error
   * means `what`. A later failure changes nothing: all replicas share what failed.
   */
  requires: (what: string, attempt: () => Promise<unknown>) => Promise<void>;
};

/** Ready when `first` is done and all that was required meanwhile has been found. */
export function createReadiness(first: string, log: Logger): Readiness & { done: (what: string) => void } {
  const missing = new Map([[first, first]]);
  let resolveReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (resolveReady = resolve));
  const done = (what: string) => {
    missing.delete(what);
    if (missing.size === 0) resolveReady();
  };
  return {
    notReady: () => (missing.size > 0 ? `waiting for ${[...missing.values()].join(', ')}` : undefined),
    ready,
    done,
    requires: async (what, attempt) => {
      missing.set(what, what);
      let logged: string | undefined;
      const succeeds = async () => {
        try {
          await attempt();
          if (logged !== undefined) log.info(`${logged} is available`);
          done(what);
          return true;
        } catch (error) {
          const [awaited, cause] = error instanceof ExplainedError ? [error.message, {}] : [what, { err: error }];
          missing.set(what, awaited);
          if (awaited !== logged) log.warn(cause, `waiting for ${awaited}`);
          logged = awaited;
          return false;
        }
      };
      const again = async () => {
        while (!(await succeeds())) await sleep(1_000, undefined, { ref: false });
      };
      if (!(await succeeds())) void sleep(1_000, undefined, { ref: false }).then(again);
    },
  };
}
