import { Writable } from 'node:stream';
import type { Response } from 'express';

const secondsAtMost = 55;

/** The seconds of `Prefer: wait=N` (RFC 7240), 55 at most; 0 where there are none. */
export function preferredWait(header: string | undefined): number {
  const [, seconds = '0'] = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i.exec(header ?? '') ?? [];
  return Math.min(Number(seconds), secondsAtMost);
}

export type Waits = ReturnType<typeof createWaits>;

/** Lets requests wait for their answers: so many of an application and of the process at once. Others are answered at once. */
export function createWaits(config: { WAITS_PER_APPLICATION: number; MAX_WAITS: number }) {
  const running = new Map<string, Set<Writable>>();
  let count = 0;
  let stopped = false;
  const isStopped = () => stopped;
  return {
    /** @param ask for so many seconds, for as long as `caller` is open */
    run: async <T>(
      application: string,
      seconds: number,
      response: Response,
      ask: (seconds: number, caller: Writable) => Promise<T>,
    ): Promise<T> => {
      const own = running.get(application) ?? new Set();
      if (seconds === 0 || stopped || count >= config.MAX_WAITS || own.size >= config.WAITS_PER_APPLICATION) {
        return ask(0, response);
      }
      const caller = new Writable();
      const close = () => caller.destroy();
      response.once('close', close);
      running.set(application, own.add(caller));
      count += 1;
      try {
        const answer = await ask(seconds, caller);
        response.set('Preference-Applied', `wait=${seconds}`);
        return answer;
      } catch (error) {
        if (isStopped() && !response.destroyed) return await ask(0, response);
        throw error;
      } finally {
        response.off('close', close);
        count -= 1;
        own.delete(caller);
        if (own.size === 0) running.delete(application);
      }
    },
    /** Answers all at once. */
    stop: () => {
      stopped = true;
      for (const callers of running.values()) for (const caller of callers) caller.destroy();
    },
  };
}
