import type { ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useChanged } from '../api/use-changed.ts';
import { useReport } from '../api/use-report.ts';
import { Filters } from '../filters/filters.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Attention } from './attention.tsx';
import { ChangedRows } from './changed-rows.tsx';
import { Content } from './content.tsx';
import { ForPrograms } from './for-programs.tsx';

type ReportProps = { session: Session; query: ReportQuery; change: (part: Partial<ReportQuery>) => void };

/** One report: its filters, its content, and its files. */
export function Report({ session, query, change }: ReportProps) {
  const { answer, failure, busy, again } = useReport(session, query);
  const changed = useChanged(session, busy ? undefined : answer?.query, answer?.version);
  const isWrong = failure?.status === 400;

  return (
    <>
      {query.report === 'payments' && answer && <Attention session={session} version={answer.version} />}
      <Filters session={session} query={query} change={change} />
      <div role="status" class={changed ? 'row changed' : 'sr-only'}>
        {changed && !busy && <ChangedRows report={query.report} changed={changed} show={again} />}
      </div>
      {failure && !busy && <FailureNotice failure={failure} retry={isWrong ? undefined : again} />}
      <div aria-busy={busy} class={busy || failure ? 'answer old' : 'answer'}>
        {answer ? (
          <Content session={session} answer={answer} query={query} change={change} />
        ) : (
          !failure && (
            <p class="placeholder" role="status">
              <span class="sr-only">Loading…</span>
            </p>
          )
        )}
      </div>
      <ForPrograms session={session} query={query} />
    </>
  );
}
