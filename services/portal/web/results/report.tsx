import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { hasFilters, measurable } from '../api/address.ts';
import type { Change } from '../api/address.ts';
import { changesPathOf, exportPathOf, reportNames } from '../api/reports.ts';
import type { Payment, ReportQuery, Row, Timesheet } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useChanges } from '../api/use-changes.ts';
import { useReport } from '../api/use-report.ts';
import type { Answer } from '../api/use-report.ts';
import { Breakdown } from '../charts/breakdown.tsx';
import { Export } from '../parts/export.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { counted } from '../parts/formats.ts';
import { Attention } from './attention.tsx';
import { ChangedRows, idOf } from './changed-rows.tsx';
import { paymentColumns, timesheetColumns } from './columns.tsx';
import { Headline } from './headline.tsx';
import { keepLook, lookAt } from './looks.ts';
import { Pager } from './pager.tsx';
import { Table } from './table.tsx';

type ReportProps = {
  session: Session;
  /** Asked for last: the answer may still be to the one before. */
  query: ReportQuery;
  change: Change;
};

/** One report: what changed in it, its content, and its files. */
export function Report({ session, query, change }: ReportProps) {
  const { answer, failure, busy, again } = useReport(session, measurable(query));
  const isShown = !busy && !failure;
  const { value: clientId = '' } = session.clientId;
  const path = changesPathOf(query);
  const look = useMemo(() => lookAt(clientId, path), [path]);
  const [ended, setEnded] = useState<typeof look>();
  // What changed since the last look at these rows, until it is shown; then since what is on the page.
  const last = look === ended ? undefined : look;
  const version = last?.version ?? (isShown ? answer?.version : undefined);
  const changes = useChanges(session, version && changesPathOf(query, version), last !== undefined);
  const [shown, setShown] = useState<Row[]>([]);
  const marked = new Set([...shown, ...(changes?.rows ?? [])].map(idOf));
  const scrolls = useRef(false);
  const show = (rows: Row[]) => {
    setShown(rows);
    setEnded(look);
    scrolls.current = true;
    again();
  };
  useEffect(() => {
    if (scrolls.current) document.querySelector('.marked')?.scrollIntoView({ block: 'center' });
    scrolls.current = false;
  }, [answer]);
  useEffect(() => {
    if (isShown && answer) keepLook(clientId, path, answer.version);
  }, [isShown, path, answer]);

  return (
    <>
      <div role="status" class={changes ? 'changed' : 'sr-only'}>
        {changes && (
          <>
            <ChangedRows report={query.report} changes={changes} since={last?.at} />
            <button type="button" onClick={() => show(changes.rows)}>
              {changes.rows.length === 1 && !changes.isMore ? 'Show it' : 'Show them'}
            </button>
          </>
        )}
      </div>
      {failure && <FailureNotice failure={failure} retry={failure.status === 400 ? undefined : again} />}
      {failure?.status === 400 && <a href="/portal/explorer">Begin with the last month</a>}
      <div aria-busy={busy} class={busy || failure ? 'answer old' : 'answer'}>
        {answer ? (
          <Content {...{ session, answer, query, marked, change }} />
        ) : (
          !failure && (
            <p class="placeholder" role="status">
              <span class="sr-only">Loading…</span>
            </p>
          )
        )}
      </div>
    </>
  );
}

type ContentProps = ReportProps & { answer: Answer; marked: Set<string> };

/** The totals, chart and rows of an answer. */
function Content({ session, answer, query, marked, change }: ContentProps) {
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
