import Bottleneck from 'bottleneck';

/** Until when, in terms of `performance.now()`, and by what it is given up before. */
export type Waiting = { until: number; signal: AbortSignal };

/** Gives a place back; it may be called again. */
export type GiveBack = () => void;

/**
 * Waits for a place of a limiter; undefined when none came in time. One that comes for nobody is given back at once.
 * @throws whatever keeps the limiter from its work
 */
export function placeOf(limiter: Bottleneck, { until, signal }: Waiting): Promise<GiveBack | undefined> {
  return new Promise((resolve, reject) => {
    let over = false;
    const settle = (done: () => void) => {
      over = true;
      clearTimeout(limit);
      signal.removeEventListener('abort', giveUp);
      done();
    };
    const giveUp = () => settle(() => resolve(undefined));
    const limit = setTimeout(giveUp, Math.max(0, until - performance.now()));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    const job = () =>
      new Promise<void>((giveBack) => {
        if (over) giveBack();
        else settle(() => resolve(giveBack));
      });
    limiter.schedule(job).catch((error: unknown) => {
      if (error instanceof Bottleneck.BottleneckError) giveUp();
      else settle(() => reject(error instanceof Error ? error : new Error(String(error))));
    });
  });
}
