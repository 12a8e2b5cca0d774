import { exportPathOf, reportNames, scheduled } from '../api/reports.ts';
import type { ReportQuery, Status } from '../api/reports.ts';
import { hasFilters } from '../api/address.ts';
import type { Session } from '../api/session.ts';
import type { Answer } from '../api/use-report.ts';
import { Breakdown } from '../charts/breakdown.tsx';
import { counted } from '../parts/formats.ts';
import { Export } from '../parts/export.tsx';
import { Attention } from './attention.tsx';
import { paymentColumns, timesheetColumns } from './columns.tsx';
import { Headline } from './headline.tsx';
import { Pager } from './pager.tsx';
import { Table } from './table.tsx';

type ContentProps = {
  session: Session;
  answer: Answer;
  /** Asked for last: the answer may still be to the one before. */
  query: ReportQuery;
  /** The ids of rows that changed. */
  marked: Set<string>;
  change: (part: Partial<ReportQuery>) => void;
};

/** The totals, chart and rows of an answer. */
export function Content({ session, answer, query, marked, change }: ContentProps) {
  const { query: shown, list } = answer;
  const { totalCount } = list.pagination;
  const table = { caption: reportNames[shown.report], query, marked, change };
  return (
    <>
      <Headline answer={answer} change={change} />
      {'statuses' in answer && <Attention session={session} version={answer.version} />}
      {!answer.isOfOneVersion && (
        <p class="fine">The data change all the time: figures may differ by the last changes.</p>
      )}
      {totalCount === 0 ? (
        <p class="fine nothing">{nothingOf(query)}</p>
      ) : (
        <>
          {answer.groups.results.length > 0 && (
            <Breakdown session={session} answer={answer} query={query} change={change} />
          )}
          <section aria-labelledby="rows-title">
            <div class="row controls">
              <h2 id="rows-title">{counted(totalCount, shown.report === 'payments' ? 'payment' : 'contract')}</h2>
              {query.report === 'payments' && (
                <label class="row">
                  <input
                    type="checkbox"
                    checked={query.statuses.includes('deleted')}
                    onChange={(event) => change({ statuses: withDeleted(query.statuses, event.currentTarget.checked) })}
                  />
                  Show deleted
                </label>
              )}
              <Export title="Download rows" session={session} path={exportPathOf(query)} main />
            </div>
            {'statuses' in answer ? (
              <Table {...table} columns={paymentColumns} rows={answer.list.results} />
            ) : (
              <Table {...table} columns={timesheetColumns} rows={answer.list.results} />
            )}
            <Pager pagination={list.pagination} change={change} />
          </section>
        </>
      )}
    </>
  );
}

/** The statuses chosen, with deleted payments or without. */
function withDeleted(chosen: Status[], isShown: boolean): Status[] {
  if (isShown) return [...(chosen.length > 0 ? chosen : scheduled), 'deleted'];
  const others = chosen.filter((status) => status !== 'deleted');
  return others.length === scheduled.length ? [] : others;
}

function nothingOf(query: ReportQuery): string {
  if (hasFilters(query)) return 'Nothing matches. Choose more days or fewer filters.';
  return query.report === 'payments'
    ? 'No payments in these days. They appear here once they are scheduled.'
    : 'No hours in these days. They appear here once they are tracked.';
}
