import { ApiError } from '../proto/errors.ts';

const freshMs = 300_000;
const staleMs = 86_400_000;
const retryMs = 5_000;

/**
 * Finds a key among those that `fetchKeys` gets. They are fetched again after five minutes, and for an unknown key, though not again within
 * 5 seconds. While that fails, the keys of the last 24 hours serve, and no request waits; an unknown key may be a new one.
 * @throws ApiError
 */
export function createKeyCache<Arguments extends unknown[], Key>(
  fetchKeys: (...args: Arguments) => Promise<(...args: Arguments) => Promise<Key | undefined> | Key | undefined>,
  { now = () => performance.now(), failedMs = retryMs } = {},
) {
  let find: Awaited<ReturnType<typeof fetchKeys>> | undefined;
  let fetchedAt = -Infinity;
  let retryAt = -Infinity;
  let fetching: Promise<void> | undefined;
  let failure: unknown;

  const fetch = async (...args: Arguments) => {
    const startedAt = now();
    try {
      find = await fetchKeys(...args);
      [fetchedAt, retryAt, failure] = [now(), startedAt + retryMs, undefined];
    } catch (error) {
      [retryAt, failure] = [startedAt + failedMs, error];
    }
  };
  const refresh = async (...args: Arguments) => {
    if (!fetching && now() >= retryAt) fetching = fetch(...args).finally(() => (fetching = undefined));
    if (!find || failure === undefined) await fetching;
  };
  // An error of auth keeps its code.
  const unavailable = () =>
    failure instanceof ApiError ? failure : new ApiError('service_unavailable', { cause: failure });

  return async (...args: Arguments): Promise<Key | undefined> => {
    if (now() - fetchedAt > freshMs) await refresh(...args);
    if (!find || now() - fetchedAt > staleMs) throw unavailable();
    const key = await find(...args);
    if (key !== undefined) return key;
    await refresh(...args);
    if (failure !== undefined) throw unavailable();
    return find(...args);
  };
}
