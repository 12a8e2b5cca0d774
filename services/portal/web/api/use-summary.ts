import type { Session } from './session.ts';
import { summaryPathOf } from './reports.ts';
import type { ReportQuery } from './reports.ts';
import { readSummary } from './summary.ts';
import type { Summary } from './summary.ts';
import type { Answer } from './use-answer.ts';
import { useRead } from './use-read.ts';

/** Before what is of older data is refreshed, as data that are changing now may change again. */
export const refreshMs = 1_000;

export type Summarizing = ReturnType<typeof useSummary>;

/** Those that were read, by path. */
export type Summaries = Map<string, Summary>;

/**
 * The summary of the report that `query` asks for, of the same version of the data as the answer: from `summaries`, otherwise it is read.
 * Where it is of a newer version, the answer is refreshed. None without a query.
 */
export function useSummary(
  session: Session,
  summaries: Summaries,
  query: ReportQuery | undefined,
  answer: Answer | undefined,
  refresh: () => void,
) {
  const version = answer?.version;
  const path = query && summaryPathOf(query);
  const kept = path === undefined ? undefined : summaries.get(path);
  const summary = kept?.version === version ? kept : undefined;
  const key = summary || path === undefined || version === undefined ? undefined : `${version} ${path}`;
  const { failure, busy, again } = useRead(key, async (signal) => {
    if (!query) return;
    const found = await readSummary(session, query, signal);
    summaries.set(found.path, found);
    if (found.version !== version) setTimeout(() => signal.aborted || refresh(), refreshMs);
  });
  return { path, summary, failure: busy ? undefined : failure, again };
}
