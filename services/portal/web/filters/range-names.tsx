import { useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { summaryPathOf } from '../api/reports.ts';
import { addNames } from '../api/summary.ts';
import type { Names } from '../api/summary.ts';
import type { Answer } from '../api/use-answer.ts';
import { useSummary } from '../api/use-summary.ts';
import type { Summaries, Summarizing } from '../api/use-summary.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';

type People = Record<'teams' | 'contractors', Names>;

export type RangeNames = {
  /** Everyone in the range, whatever else is filtered; undefined until it is loaded. */
  range: People | undefined;
  /** All that have been seen. */
  known: People;
  notice: ComponentChildren;
  load: () => void;
};

/** The names to filter by: those of the same days, read from the sums by team and contractor when they are needed. */
export function useRangeNames(
  session: Session,
  summaries: Summaries,
  query: ReportQuery,
  answer: Answer | undefined,
  summarizing: Summarizing,
  refresh: () => void,
): RangeNames {
  const [wanted, setWanted] = useState(false);
  const { current: known } = useRef<People>({ teams: new Map(), contractors: new Map() });
  for (const { contract } of answer?.body.results ?? []) addNames(known, contract);
  const isUnknown =
    query.teamIds.some((id) => !known.teams.has(id)) || query.contractorIds.some((id) => !known.contractors.has(id));

  const all = answer && { ...answer.query, statuses: [], teamIds: [], contractorIds: [] };
  const isWanted = wanted || (isUnknown && answer?.query === query);
  const isShared = all !== undefined && summaryPathOf(all) === summarizing.path;
  const own = useSummary(session, summaries, isWanted && !isShared ? all : undefined, answer, refresh);
  const { summary: range, failure, again } = isShared ? summarizing : own;
  range?.teams.forEach((name, id) => known.teams.set(id, name));
  range?.contractors.forEach((name, id) => known.contractors.set(id, name));
  const notice = failure && <FailureNotice failure={failure} retry={again} />;
  return { range, known, notice, load: () => setWanted(true) };
}
