import { useEffect, useState } from 'preact/hooks';
import { exportPathOf, pathOf, reportNames, scheduled } from '../api/reports.ts';
import type { Payment, PaymentsList, ReportQuery, Status, Timesheet, TimesheetsList } from '../api/reports.ts';
import { hasFilters } from '../api/address.ts';
import type { Session } from '../api/session.ts';
import type { Answer } from '../api/use-report.ts';
import { Breakdown } from '../charts/breakdown.tsx';
import { counted, number } from '../parts/formats.ts';
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
  /** What the report is of, as a sentence, for a print. */
  sentence: string;
  /** The ids of rows that changed. */
  marked: Set<string>;
  change: (part: Partial<ReportQuery>) => void;
};

/** The totals, chart and rows of an answer. */
export function Content({ session, answer, query, sentence, marked, change }: ContentProps) {
  const { query: shown, list } = answer;
  const { totalCount } = list.pagination;
  const printing = usePrinting(session, answer);
  const all = printing.rows;
  const table = { caption: reportNames[shown.report], query, marked, change };
  return (
    <>
      <p class="on-paper">{sentence}</p>
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
              <button type="button" class="print" disabled={printing.isBusy} onClick={printing.print}>
                Print
              </button>
              <Export title="Download rows" session={session} path={exportPathOf(query)} main />
            </div>
            {'statuses' in answer ? (
              <Table {...table} columns={paymentColumns} rows={(all as Payment[] | undefined) ?? answer.list.results} />
            ) : (
              <Table
                {...table}
                columns={timesheetColumns}
                rows={(all as Timesheet[] | undefined) ?? answer.list.results}
              />
            )}
            {!all && list.results.length < totalCount && (
              <p class="on-paper">
                {number(list.results.length)} of {number(totalCount)} rows.{' '}
                {totalCount > printedAtMost ? 'The download has all.' : 'The button Print of the page prints all.'}
              </p>
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

const printedAtMost = 500;
const rowsOfPage = 100;

/** Prints the report, with all rows if these are not too many. */
function usePrinting(session: Session, answer: Answer) {
  const [rows, setRows] = useState<(Payment | Timesheet)[]>();
  const [isBusy, setBusy] = useState(false);
  const { query, list } = answer;
  useEffect(() => {
    if (!rows) return;
    window.print();
    setRows(undefined);
  }, [rows]);
  const readAll = async () => {
    const pagesCount = Math.ceil(list.pagination.totalCount / rowsOfPage);
    const pages = Array.from({ length: pagesCount }, async (_, index) => {
      const response = await session.ask(pathOf({ ...query, page: index + 1, itemsPerPage: rowsOfPage }));
      return (await response.json()) as PaymentsList | TimesheetsList;
    });
    setRows((await Promise.all(pages)).flatMap(({ results }): (Payment | Timesheet)[] => results));
  };
  const print = () => {
    const isAll = list.results.length === list.pagination.totalCount;
    if (isAll || list.pagination.totalCount > printedAtMost) {
      window.print();
      return;
    }
    setBusy(true);
    // Where they can't be read, the page is printed, which says how many rows it has.
    void readAll()
      .catch(() => window.print())
      .finally(() => setBusy(false));
  };
  return { rows, isBusy, print };
}
