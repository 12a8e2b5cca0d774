import { useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { addNames, summaryPathOf } from '../api/summary.ts';
import type { Names, Summary } from '../api/summary.ts';
import type { Answer } from '../api/use-answer.ts';
import { useSummary } from '../api/use-summary.ts';
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

/** The names to filter by: the API has no list of them, so they are read from the whole report, when they are needed. */
export function useRangeNames(
  session: Session,
  query: ReportQuery,
  answer: Answer | undefined,
  summary: Summary | undefined,
  refresh: () => void,
): RangeNames {
  const [wanted, setWanted] = useState(false);
  const { current: known } = useRef<People>({ teams: new Map(), contractors: new Map() });
  for (const { contract } of answer?.body.results ?? []) addNames(known, contract);
  const isUnknown =
    query.teamIds.some((id) => !known.teams.has(id)) || query.contractorIds.some((id) => !known.contractors.has(id));

  const path = summaryPathOf({ ...query, statuses: [], teamIds: [], contractorIds: [] });
  const isWanted = wanted || (isUnknown && answer?.query === query);
  const own = useSummary(session, isWanted && summary?.path !== path ? path : undefined, answer, refresh);
  const range = summary?.path === path ? summary : own.summary;
  range?.teams.forEach((name, id) => known.teams.set(id, name));
  range?.contractors.forEach((name, id) => known.contractors.set(id, name));
  const notice = own.failure && <FailureNotice failure={own.failure} retry={own.again} />;
  return { range, known, notice, load: () => setWanted(true) };
}
