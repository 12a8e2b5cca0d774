import pLimit from 'p-limit';
import { ApiError } from '../../proto/errors.ts';
import { requireCaller } from '../../runtime/database.ts';

/** Runs work that computes a slow hash. @throws ApiError `service_unavailable` where too many wait, or the caller is gone */
export type SlowHashQueue = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

// Two use two of Node's four threads, two processors and 32 MiB. The last of those that wait gets its turn in about 0.4 s.
const atOnce = 2;
const mostWaiting = 16;

/** Bounds the slow hashes of a process, so that wrong secrets can't take its processor time, memory and threads. */
export function createSlowHashQueue(): SlowHashQueue {
  const limit = pLimit(atOnce);
  return async (signal, work) => {
    if (limit.pendingCount >= mostWaiting) {
      throw new ApiError('service_unavailable', { cause: new Error('too many client secrets wait for their hash') });
    }
    return limit(() => {
      requireCaller(signal);
      return work();
    });
  };
}
