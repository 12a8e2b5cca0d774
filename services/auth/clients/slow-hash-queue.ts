import pLimit from 'p-limit';
import { ApiError } from '../../../proto/errors.ts';
import { requireCaller } from '../../../runtime/postgres/cancellation.ts';

/** @throws ApiError `service_unavailable` where too many wait, or the caller is gone */
export type SlowHashQueue = <T>(
  signal: AbortSignal,
  clientAddress: string | undefined,
  work: () => Promise<T>,
) => Promise<T>;

// Two use two of Node's four threads, two processors and 32 MiB. The last of those that wait begins after about 0.4 s.
const atOnce = 2;
const mostWaiting = 16;
/** So that one address does not fill the queue for the others. */
const mostOfAddress = 8;

/** Bounds the slow hashes of a process, so that wrong secrets can't take its processor time, memory and threads. */
export function createSlowHashQueue(): SlowHashQueue {
  const limit = pLimit(atOnce);
  const addresses: (string | undefined)[] = [];
  return async (signal, clientAddress, work) => {
    const ofAddress = addresses.filter((address) => address === clientAddress).length;
    if (limit.pendingCount >= mostWaiting || ofAddress >= mostOfAddress) {
      throw new ApiError('service_unavailable', { cause: new Error('too many client secrets wait for their hash') });
    }
    addresses.push(clientAddress);
    return limit(() => {
      requireCaller(signal);
      return work();
    }).finally(() => addresses.splice(addresses.indexOf(clientAddress), 1));
  };
}
