import { useEffect, useState } from 'preact/hooks';
import { Failure } from './failure.ts';
import type { Session } from './session.ts';
import { readSummary } from './summary.ts';
import type { Summary } from './summary.ts';
import type { Answer } from './use-answer.ts';

/** Before what is of older data is refreshed, as data that are changing now may change again. */
export const refreshMs = 1_000;

export type Summarizing = ReturnType<typeof useSummary>;

/** Those that were read, by path. */
export type Summaries = Map<string, Summary>;

/**
 * The summary of the report at `path`, of the same version of the data as the answer: from `summaries`, otherwise it is read.
 * Where it is of a newer version, the answer is refreshed. None without a path.
 */
export function useSummary(
  session: Session,
  summaries: Summaries,
  path: string | undefined,
  answer: Answer | undefined,
  refresh: () => void,
) {
  const [, setLatest] = useState<Summary>();
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  const version = answer?.version;
  const kept = path === undefined ? undefined : summaries.get(path);
  const current = kept?.version === version ? kept : undefined;
  useEffect(() => {
    setFailure(undefined);
    if (path === undefined || version === undefined || current) return;
    const asking = new AbortController();
    let refreshing: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const found = await readSummary(session, path, asking.signal);
      summaries.set(path, found);
      setLatest(found);
      if (found.version !== version) refreshing = setTimeout(refresh, refreshMs);
    };
    void read().catch((error: unknown) => {
      if (!asking.signal.aborted) setFailure(Failure.from(error));
    });
    return () => {
      asking.abort();
      clearTimeout(refreshing);
    };
  }, [path, version, attempt]);
  return { path, summary: current, failure, again: () => setAttempt((count) => count + 1) };
}
