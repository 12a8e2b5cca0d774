import { ApiError } from '../proto/errors.ts';

const freshMs = 300_000;
const staleMs = 86_400_000;
const retryMs = 5_000;

/**
 * Public keys by `kid`. They are fetched again after five minutes, and for an unknown key, though not again within 5 seconds. While that
 * fails, the keys of the last 24 hours serve, and no request waits; an unknown key may be a new one.
 * @throws ApiError
 */
export function createKeyCache<Key, Call extends unknown[]>(
  fetchKeys: (...call: Call) => Promise<ReadonlyMap<string, Key>>,
  { now = () => performance.now(), failedMs = retryMs } = {},
) {
  let keys: ReadonlyMap<string, Key> | undefined;
  let fetchedAt = -Infinity;
  let retryAt = -Infinity;
  let fetching: Promise<void> | undefined;
  let failure: unknown;

  const fetch = async (...call: Call) => {
    const startedAt = now();
    try {
      keys = await fetchKeys(...call);
      [fetchedAt, retryAt, failure] = [now(), startedAt + retryMs, undefined];
    } catch (error) {
      [retryAt, failure] = [startedAt + failedMs, error];
    }
  };
  const refresh = async (...call: Call) => {
    if (!fetching && now() >= retryAt) fetching = fetch(...call).finally(() => (fetching = undefined));
    if (!keys || failure === undefined) await fetching;
  };
  // An error of auth keeps its code.
  const unavailable = () =>
    failure instanceof ApiError ? failure : new ApiError('service_unavailable', { cause: failure });

  return async (kid: string, ...call: Call): Promise<Key | undefined> => {
    if (now() - fetchedAt > freshMs) await refresh(...call);
    if (!keys || now() - fetchedAt > staleMs) throw unavailable();
    if (!keys.has(kid)) {
      await refresh(...call);
      if (failure !== undefined) throw unavailable();
    }
    return keys.get(kid);
  };
}
