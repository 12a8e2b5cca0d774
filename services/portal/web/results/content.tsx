import { exportPathOf, reportNames } from '../api/reports.ts';
import type { Payment, ReportQuery, Timesheet } from '../api/reports.ts';
import { hasFilters } from '../api/address.ts';
import type { Change } from '../api/address.ts';
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
  change: Change;
};

/** The totals, chart and rows of an answer. */
export function Content({ session, answer, query, marked, change }: ContentProps) {
  const { query: shown, list } = answer;
  const { totalCount } = list.pagination;
  const table = { caption: reportNames[shown.report], query, marked, change };
  return (
    <>
      <Headline answer={answer} change={change} />
      {shown.report === 'payments' && <Attention session={session} version={answer.version} />}
      {!answer.isOfOneVersion && (
        <p class="fine">The data change all the time: figures may differ by the last changes.</p>
      )}
      {totalCount === 0 ? (
        <p class="fine nothing">{nothingOf(query)}</p>
      ) : (
        <>
          <Breakdown {...{ session, answer, query, change }} />
          <section aria-labelledby="rows-title">
            <div class="row controls">
              <h2 id="rows-title">{counted(totalCount, shown.report === 'payments' ? 'payment' : 'contract')}</h2>
              <Export title="Download rows" session={session} path={exportPathOf(query)} main />
            </div>
            {shown.report === 'payments' ? (
              <Table {...table} columns={paymentColumns} rows={list.results as Payment[]} />
            ) : (
              <Table {...table} columns={timesheetColumns} rows={list.results as Timesheet[]} />
            )}
            <Pager pagination={list.pagination} change={change} />
          </section>
        </>
      )}
    </>
  );
}

function nothingOf(query: ReportQuery): string {
  if (hasFilters(query)) return 'Nothing matches. Choose more days or fewer filters.';
  return query.report === 'payments'
    ? 'No payments in these days. They appear here once they are scheduled.'
    : 'No hours in these days. They appear here once they are tracked.';
}
