import { useEffect, useState } from 'preact/hooks';
import { Failure } from './failure.ts';
import { pathOf } from './reports.ts';
import type { PaymentsAnswer, ReportQuery, TimesheetsAnswer } from './reports.ts';
import { versionOf } from './read-export.ts';
import type { Session } from './session.ts';

/** What was answered, and to which query. */
export type Answer = { path: string; query: ReportQuery; version: string; body: PaymentsAnswer | TimesheetsAnswer };

/** The page of the query; while it is loaded, the answer is still that of the query before. */
export function useAnswer(session: Session, query: ReportQuery) {
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const path = pathOf(query);
  useEffect(() => {
    const asking = new AbortController();
    const ask = async () => {
      const response = await session.ask(path, { signal: asking.signal });
      const body = (await response.json()) as Answer['body'];
      setAnswer({ path, query, version: versionOf(response.headers), body });
      setFailure(undefined);
    };
    setBusy(true);
    void ask()
      .catch((error: unknown) => {
        if (!asking.signal.aborted) setFailure(Failure.from(error));
      })
      .finally(() => {
        if (!asking.signal.aborted) setBusy(false);
      });
    return () => asking.abort();
  }, [path, attempt]);
  const isOther = !failure && answer?.path !== path;
  return { answer, failure, busy: busy || isOther, again: () => setAttempt((count) => count + 1) };
}
