import { useEffect, useState } from 'preact/hooks';
import { Failure } from './failure.ts';

type Settled<Value> = { request?: string; value?: Value; failure?: Failure | undefined };

/** What `read` gives for the key; while it is busy, still that of the key before. It does not read without a key. */
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
  const { value, failure } = settled;
  return { value, failure, busy: request !== settled.request, again: () => setAttempt((count) => count + 1) };
}
