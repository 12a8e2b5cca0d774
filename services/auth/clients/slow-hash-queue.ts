import Bottleneck from 'bottleneck';
import { ApiError } from '../../../proto/errors.ts';
import { requireCaller } from '../../../runtime/postgres/cancellation.ts';
import { createShares } from '../../../runtime/shares.ts';

/** @throws ApiError `service_unavailable` where too many wait, or the caller is gone */
export type SlowHashQueue = <T>(caller: Caller, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

type Caller = { clientId: string; clientAddress: string | undefined };

// Two use two of Node's four threads, two processors and 32 MiB. The last of those that wait begins after about 0.6 s.
const atOnce = 2;
const most = 8;
/** So that neither an address nor a client id fills the queue for the others. */
const mostAlike = 4;

/** Bounds the slow hashes of a process, so that wrong secrets can't take its processor time, memory and threads. */
export function createSlowHashQueue(): SlowHashQueue {
  const limiter = new Bottleneck({ maxConcurrent: atOnce });
  const ofAddresses = createShares({ all: most, ofEach: mostAlike });
  const ofClients = createShares({ all: most, ofEach: mostAlike });
  let count = 0;
  return async ({ clientId, clientAddress = '' }, signal, work) => {
    if (count >= most || ofAddresses.exceeded(clientAddress, 1) || ofClients.exceeded(clientId, 1)) {
      throw new ApiError('service_unavailable', { cause: new Error('too many client secrets wait for their hash') });
    }
    count += 1;
    const releases = [ofAddresses.use(clientAddress, 1), ofClients.use(clientId, 1)];
    const begin = async () => {
      requireCaller(signal);
      return work();
    };
    return limiter.schedule(begin).finally(() => {
      count -= 1;
      for (const release of releases) release();
    });
  };
}
