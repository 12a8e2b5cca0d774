import { useEffect, useState } from 'preact/hooks';
import { hasFilters, measurable } from '../api/address.ts';
import type { Change } from '../api/address.ts';
import { changesPathOf, exportPathOf, reportNames } from '../api/reports.ts';
import type { Payment, ReportQuery, Row, Timesheet } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useReport } from '../api/use-report.ts';
import type { Answer } from '../api/use-report.ts';
import { Breakdown } from '../charts/breakdown.tsx';
import { Export } from '../parts/export.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { counted } from '../parts/formats.ts';
import { Table } from '../parts/table.tsx';
import { Attention } from './attention.tsx';
import { ChangedRows, idOf } from './changed-rows.tsx';
import { paymentColumns, timesheetColumns } from './columns.tsx';
import { Headline } from './headline.tsx';
import { Pager } from './pager.tsx';

type ReportProps = {
  session: Session;
  /** Asked for last: the answer may still be to the one before. */
  query: ReportQuery;
  change: Change;
};

/** One report: what changed in it, its content, and its files. */
export function Report({ session, query, change }: ReportProps) {
  const { answer, failure, busy, again } = useReport(session, measurable(query));
  const [changed, mark] = useState<Row[]>([]);
  const marked = new Set(changed.map(idOf));
  const rowsPath = changesPathOf(query, '');
  useEffect(() => mark([]), [rowsPath]);
  const version = busy || failure ? undefined : answer?.version;

  return (
    <>
      <ChangedRows key={rowsPath} {...{ session, query, version, mark }} show={again} />
      {failure && <FailureNotice failure={failure} retry={failure.status === 400 ? undefined : again} />}
      {failure?.status === 400 && <a href="/portal/explorer">Begin with the last month</a>}
      <div aria-busy={busy} class={busy || failure ? 'answer old' : 'answer'}>
        {!answer && !failure && <p role="status">Loading…</p>}
        {answer && <Content {...{ session, answer, query, marked, change }} />}
      </div>
    </>
  );
}

type ContentProps = ReportProps & { answer: Answer; marked: Set<string> };

/** The totals, chart and rows of an answer. */
function Content({ session, answer, query, marked, change }: ContentProps) {
  const { query: shown, list } = answer;
  const { totalCount } = list.pagination;
  const table = {
    ...{ caption: reportNames[shown.report], frame: 'rows' as const, order: query, sort: change },
    isMarked: (row: Row) => marked.has(idOf(row)),
  };
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
