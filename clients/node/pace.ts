import Bottleneck from 'bottleneck';
import { pause, unlessAborted } from './waiting.js';

/** Starts a request when its turn has come, and reads the RateLimit headers of its response. */
export type Pace = (start: () => Promise<Response>, signal: AbortSignal) => Promise<Response>;

/** What is known of the limit's window, which all programs behind one address share. Times are of `performance.now()`. */
type Window = { policy: string; limit: number; remaining: number; resetAt: number };

const maxConcurrent = 6;
/** Of the limit: what programs that see the last of it at the same time do not compete for. */
const leftToOthers = 0.01;
/** Programs that wait for the same window do not start in the same moment. */
const jitterMs = 200;

/**
 * The first half of the limit may be used at once; the rest is spread over the time until the window resets. Programs that share
 * the limit slow down together, since each sees what the others have left. With nothing left, one request a second starts after the
 * reset, until a response has told of the new window.
 */
export function createPace(): Pace {
  const limiter = new Bottleneck({ maxConcurrent });
  let window: Window | undefined;
  let nextStart = 0;

  const plan = ({ limit, remaining, resetAt }: Window) => {
    const now = performance.now();
    const left = remaining - limit * leftToOthers;
    const isOpen = left > 0 && now < resetAt;
    nextStart = isOpen ? now + (resetAt - now) / left : Math.max(resetAt, now + 1_000) + Math.random() * jitterMs;
  };

  /** How long to wait before asking again; 0 where a request may start now, which is counted then. */
  const delayMs = () => {
    if (!window || window.remaining > window.limit / 2) return 0;
    const ms = nextStart - performance.now();
    if (ms > 0) return ms;
    window.remaining -= 1;
    plan(window);
    return 0;
  };

  return async (start, signal) => {
    const request = limiter.schedule(async () => {
      for (let ms = delayMs(); ms > 0; ms = delayMs()) await pause(ms, signal);
      signal.throwIfAborted();
      const response = await start();
      window = readWindow(response.headers, window);
      if (window) plan(window);
      return response;
    });
    return unlessAborted(request, signal);
  };
}

/** RateLimit-Reset is rounded up to seconds, so the earliest of the times that it gives is the best. */
function readWindow(headers: Headers, last: Window | undefined): Window | undefined {
  const [policy, ...numbers] = ['Policy', 'Limit', 'Remaining', 'Reset'].map((name) =>
    headers.get(`RateLimit-${name}`),
  );
  if (!policy || numbers.includes(null)) return last;
  const [limit = 0, remaining = 0, reset = 0] = numbers.map(Number);
  const now = performance.now();
  const resetAt = now + reset * 1_000;
  const isSame = last?.policy === policy && now < last.resetAt;
  return { policy, limit, remaining, resetAt: isSame ? Math.min(last.resetAt, resetAt) : resetAt };
}
