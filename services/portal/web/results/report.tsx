import { useRef } from 'preact/hooks';
import type { ReportQuery } from '../api/reports.ts';
import { pathOf } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useSummary } from '../api/use-summary.ts';
import type { Summaries } from '../api/use-summary.ts';
import { Filters } from '../filters/filters.tsx';
import { useRangeNames } from '../filters/range-names.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Content } from './content.tsx';
import { CurlLine } from './curl-line.tsx';
import { Exports } from './exports.tsx';

type ReportProps = { session: Session; query: ReportQuery; change: (part: Partial<ReportQuery>) => void };

/** One report: its filters, its file, and its content. All figures are of one version of the data. */
export function Report({ session, query, change }: ReportProps) {
  const { answer, failure, busy, again } = useAnswer(session, query);
  const { current: summaries } = useRef<Summaries>(new Map());
  const summarized = answer?.query.report === 'payments' ? answer.query : undefined;
  const summarizing = useSummary(session, summaries, summarized, answer, again);
  const names = useRangeNames(session, summaries, query, answer, summarizing, again);
  const isWrong = failure?.status === 400;

  return (
    <>
      <Filters query={query} change={change} names={names} />
      {!failure && <Exports session={session} query={query} />}
      <div aria-busy={busy} class="answer">
        {failure ? (
          <FailureNotice failure={failure} retry={isWrong ? undefined : again} />
        ) : answer ? (
          <Content
            session={session}
            answer={answer}
            query={query}
            change={change}
            summarizing={summarizing}
            refresh={again}
          />
        ) : (
          <p class="placeholder" role="status">
            <span class="sr-only">Loading…</span>
          </p>
        )}
      </div>
      <CurlLine session={session} path={pathOf(query)} />
    </>
  );
}
