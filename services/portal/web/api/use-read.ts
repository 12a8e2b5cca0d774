import { useEffect, useState } from 'preact/hooks';
import { Failure } from './failure.ts';

type Settled<Value> = { request?: string; value?: Value; failure?: Failure | undefined };

/**
 * What `read` gives for the key; while it is busy, still the value of the key before. It does not read without a key. What failed for a
 * while is read again.
 */
export function useRead<Value>(key: string | undefined, read: (signal: AbortSignal) => Promise<Value>) {
  const [settled, setSettled] = useState<Settled<Value>>({});
  const [attempt, setAttempt] = useState(0);
  const request = key === undefined ? undefined : `${attempt} ${key}`;
  useEffect(() => {
    if (request === undefined) return;
    const reading = new AbortController();
    const settle = (part: Settled<Value>) => {
      if (!reading.signal.aborted) setSettled((last) => ({ ...last, ...part, request }));
    };
    read(reading.signal).then(
      (value) => settle({ value, failure: undefined }),
      (error: unknown) => settle({ failure: Failure.from(error) }),
    );
    return () => reading.abort();
  }, [request]);
  const { value } = settled;
  const busy = request !== undefined && request !== settled.request;
  const failure = request === undefined ? undefined : settled.failure;
  const again = () => setAttempt((count) => count + 1);
  useRetry(busy ? undefined : failure, again);
  return { value, failure, busy, again };
}

/** What `act` gives for the input that it was started with last. */
export function useAction<Input, Value>(act: (input: Input, signal: AbortSignal) => Promise<Value>) {
  const [started, setStarted] = useState<{ input: Input; at: number }>();
  const key = started && String(started.at);
  const state = useRead(key, async (signal) => (started ? act(started.input, signal) : undefined));
  return {
    ...state,
    input: started?.input,
    start: (input: Input) => setStarted({ input, at: performance.now() }),
    cancel: () => setStarted(undefined),
  };
}

/** Calls `retry` when it makes sense to ask again, and when the network comes back. */
function useRetry(failure: Failure | undefined, retry: () => void): void {
  const retryAt = failure?.retryAt;
  useEffect(() => {
    if (retryAt === undefined) return;
    const timer = setTimeout(retry, retryAt - Date.now());
    addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', retry);
    };
  }, [retryAt]);
}
