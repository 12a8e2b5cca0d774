import Bottleneck from 'bottleneck';
import { ApiError } from '../../../proto/errors.ts';
import { requireCaller } from '../../../runtime/postgres/cancellation.ts';

/** @throws ApiError `service_unavailable` where too many wait, or the caller is gone */
export type SlowHashQueue = <T>(caller: Caller, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

type Caller = { clientId: string; clientAddress: string | undefined };

// Two use two of Node's four threads, two processors and 32 MiB. The last of those that wait begins after about 0.6 s.
const atOnce = 2;
const mostWaiting = 6;
/** Of all that run or wait, so that neither an address nor a client id fills the queue for the others. */
const mostAlike = 4;

/** Bounds the slow hashes of a process, so that wrong secrets can't take its processor time, memory and threads. */
export function createSlowHashQueue(): SlowHashQueue {
  const limiter = new Bottleneck({ maxConcurrent: atOnce });
  const callers = new Set<Caller>();
  return async ({ clientId, clientAddress }, signal, work) => {
    const caller = { clientId, clientAddress };
    const ofAddress = [...callers].filter((other) => other.clientAddress === clientAddress).length;
    const ofClient = [...callers].filter((other) => other.clientId === clientId).length;
    if (callers.size >= atOnce + mostWaiting || Math.max(ofAddress, ofClient) >= mostAlike) {
      throw new ApiError('service_unavailable', { cause: new Error('too many client secrets wait for their hash') });
    }
    callers.add(caller);
    const begin = async () => {
      requireCaller(signal);
      return work();
    };
    return limiter.schedule(begin).finally(() => callers.delete(caller));
  };
}
