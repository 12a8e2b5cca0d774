import { reportNames } from '../api/reports.ts';
import type { PaymentsAnswer, ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import type { Answer } from '../api/use-answer.ts';
import type { Summarizing } from '../api/use-summary.ts';
import { PaymentsChart } from '../charts/payments-chart.tsx';
import { TimesheetsChart } from '../charts/timesheets-chart.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { day } from '../parts/formats.ts';
import { paymentColumns, timesheetColumns } from './columns.tsx';
import { Pager } from './pager.tsx';
import { paymentFigures, Statistics, timesheetFigures } from './statistics.tsx';
import { Table } from './table.tsx';

type ContentProps = {
  session: Session;
  answer: Answer;
  /** Asked for last: the answer may still be to the one before. */
  query: ReportQuery;
  change: (part: Partial<ReportQuery>) => void;
  /** Of payments. */
  summarizing: Summarizing;
  refresh: () => void;
};

/** The totals, chart and rows of an answer. */
export function Content({ session, answer, query, change, summarizing, refresh }: ContentProps) {
  const { query: shown, body } = answer;
  const { totalCount } = body.pagination;
  const table = { caption: reportNames[shown.report], query, change };
  return (
    <>
      <h2>
        {reportNames[shown.report]}, <time>{day(shown.fromDate)}</time> to <time>{day(shown.toDate)}</time>
      </h2>
      <Statistics
        figures={isPayments(body) ? paymentFigures(body.statistics, summarizing) : timesheetFigures(body.statistics)}
      />
      {totalCount === 0 ? (
        <p class="fine nothing">Nothing matches. Choose more days or fewer filters.</p>
      ) : (
        <>
          {isPayments(body) ? (
            <>
              <PaymentsSummary {...summarizing} />
              <Table {...table} columns={paymentColumns} rows={body.results} />
            </>
          ) : (
            <>
              <TimesheetsChart key={answer.version} session={session} answer={answer} refresh={refresh} />
              <Table {...table} columns={timesheetColumns} rows={body.results} />
            </>
          )}
          <Pager pagination={body.pagination} change={change} />
        </>
      )}
    </>
  );
}

function PaymentsSummary({ summary, failure, again }: Summarizing) {
  return failure ? <FailureNotice failure={failure} retry={again} /> : <PaymentsChart months={summary?.months} />;
}

function isPayments(body: Answer['body']): body is PaymentsAnswer {
  return 'contractsCount' in body.statistics;
}
