import Bottleneck from 'bottleneck';
import { unlessAborted } from './unless-aborted.js';

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
 * the limit slow down together, since each sees what the others have left. With nothing left, one request starts after the
 * reset and learns of the new window.
 */
export function createPace(): Pace {
  // Bottleneck's reservoir is the number of requests that may start now; null for any number.
  const limiter = new Bottleneck({ maxConcurrent });
  let window: Window | undefined;
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;

  const allow = (reservoir: number | null) => void limiter.updateSettings({ reservoir });
  const allowNext = () => {
    clearTimeout(timer);
    timer = setTimeout(() => allow(1), window ? Math.max(0, nextStart(window) - performance.now()) : 0);
    // The process may end when only this is left.
    if (waiting === 0) timer.unref();
  };
  limiter.on('depleted', allowNext);

  const observe = (response: Response) => {
    window = readWindow(response.headers, window);
    const isFree = !window || window.remaining > window.limit / 2;
    allow(isFree ? null : 0);
    if (isFree) clearTimeout(timer);
    else allowNext();
    return response;
  };

  return async (start, signal) => {
    waiting += 1;
    timer?.ref();
    const request = limiter.schedule(() => {
      signal.throwIfAborted();
      return start().then(observe);
    });
    return unlessAborted(request, signal).finally(() => {
      waiting -= 1;
      if (waiting === 0) timer?.unref();
    });
  };
}

function nextStart({ limit, remaining, resetAt }: Window): number {
  const left = remaining - limit * leftToOthers;
  if (left <= 0) return resetAt + Math.random() * jitterMs;
  const now = performance.now();
  return now + (resetAt - now) / left;
}

/** RateLimit-Reset is rounded up to seconds, so the earliest of the times that it gives is the best. */
function readWindow(headers: Headers, last: Window | undefined): Window | undefined {
  const [policy, limit, remaining, reset] = ['Policy', 'Limit', 'Remaining', 'Reset'].map((name) =>
    headers.get(`RateLimit-${name}`),
  );
  if (!policy || !limit || !remaining || !reset) return last;
  const now = performance.now();
  const resetAt = now + Number(reset) * 1_000;
  const isSame = last?.policy === policy && now < last.resetAt;
  return {
    policy,
    limit: Number(limit),
    remaining: Number(remaining),
    resetAt: isSame ? Math.min(last.resetAt, resetAt) : resetAt,
  };
}
