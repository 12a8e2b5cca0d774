import { comparedWith, exportPathOf, reportNames, scheduled } from '../api/reports.ts';
import type { ReportQuery, Status } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import type { Answer } from '../api/use-report.ts';
import { Breakdown } from '../charts/breakdown.tsx';
import { day } from '../parts/formats.ts';
import { Exports } from '../parts/exports.tsx';
import { paymentColumns, timesheetColumns } from './columns.tsx';
import { Pager } from './pager.tsx';
import { Statistics } from './statistics.tsx';
import { Table } from './table.tsx';

type ContentProps = {
  session: Session;
  answer: Answer;
  /** Asked for last: the answer may still be to the one before. */
  query: ReportQuery;
  change: (part: Partial<ReportQuery>) => void;
};

/** The totals, chart and rows of an answer. */
export function Content({ session, answer, query, change }: ContentProps) {
  const { query: shown, list } = answer;
  const { totalCount } = list.pagination;
  const table = { caption: reportNames[shown.report], query, change };
  return (
    <>
      <div class="row head">
        <h2>
          {reportNames[shown.report]}, <time>{day(shown.fromDate)}</time> to <time>{day(shown.toDate)}</time>
        </h2>
        {query.report === 'payments' && (
          <label class="row fine">
            <input
              type="checkbox"
              checked={query.statuses.includes('deleted')}
              onChange={(event) => change({ statuses: withDeleted(query.statuses, event.currentTarget.checked) })}
            />
            Show deleted
          </label>
        )}
        <Exports label="All rows" session={session} path={exportPathOf(query)} formats={['xlsx']} main />
      </div>
      <Statistics answer={answer} />
      <Notes answer={answer} />
      {totalCount === 0 ? (
        <p class="fine nothing">Nothing matches. Choose more days or fewer filters.</p>
      ) : (
        <>
          {answer.groups.results.length > 0 && (
            <Breakdown session={session} answer={answer} query={query} change={change} />
          )}
          {'statuses' in answer ? (
            <Table {...table} columns={paymentColumns(change)} rows={answer.list.results} />
          ) : (
            <Table {...table} columns={timesheetColumns(change)} rows={answer.list.results} />
          )}
          <Pager pagination={list.pagination} change={change} />
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

/** What explains the figures. */
function Notes({ answer }: { answer: Answer }) {
  const { query, isOfOneVersion } = answer;
  const before = query.compare === 'nothing' ? undefined : comparedWith(query);
  if (!before && isOfOneVersion) return null;
  return (
    <p class="fine note">
      {before && (
        <>
          Compared with <time>{day(before.fromDate)}</time> to <time>{day(before.toDate)}</time>.{' '}
        </>
      )}
      {!isOfOneVersion && 'The data change all the time: figures may differ by the last changes.'}
    </p>
  );
}
