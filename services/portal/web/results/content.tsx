import { reportNames } from '../api/reports.ts';
import type { PaymentsAnswer, ReportQuery, TimesheetsAnswer } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import type { Answer } from '../api/use-answer.ts';
import type { Summarizing } from '../api/use-summary.ts';
import { PaymentsChart } from '../charts/payments-chart.tsx';
import { TimesheetsChart } from '../charts/timesheets-chart.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { day, number } from '../parts/formats.ts';
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
  /** Undefined if there are too many rows to summarize them unasked. */
  summarizing: Summarizing | undefined;
  summarize: () => void;
  refresh: () => void;
};

/** The totals, chart and rows of an answer. */
export function Content(props: ContentProps) {
  const { query: shown, body } = props.answer;
  return (
    <>
      <h2>
        {reportNames[shown.report]}, <time>{day(shown.fromDate)}</time> to <time>{day(shown.toDate)}</time>
      </h2>
      {isPayments(body) ? <Payments {...props} body={body} /> : <Timesheets {...props} body={body} />}
      {body.pagination.totalCount === 0 ? (
        <p class="nothing">Nothing matches. Choose more days or fewer filters.</p>
      ) : (
        <Pager pagination={body.pagination} change={props.change} />
      )}
    </>
  );
}

function Payments({ body, query, change, summarizing, summarize }: ContentProps & { body: PaymentsAnswer }) {
  const rows = body.pagination.totalCount;
  const { summary, failure, again } = summarizing ?? {};
  const isLoading = summarizing && !summary && !failure;
  return (
    <>
      <Statistics figures={paymentFigures(body.statistics, isLoading ? null : summary)} />
      {rows > 0 && (
        <>
          {failure ? (
            <FailureNotice failure={failure} retry={again} />
          ) : summarizing ? (
            <PaymentsChart months={summary?.months} />
          ) : (
            <p>
              <button type="button" onClick={summarize}>
                Add up and draw all {number(rows)} payments by month and status
              </button>
            </p>
          )}
          <Table
            caption={reportNames.payments}
            columns={paymentColumns}
            rows={body.results}
            keyOf={({ _id }) => _id}
            query={query}
            change={change}
          />
        </>
      )}
    </>
  );
}

function Timesheets({ session, answer, body, query, change, refresh }: ContentProps & { body: TimesheetsAnswer }) {
  return (
    <>
      <Statistics figures={timesheetFigures(body.statistics)} />
      {body.pagination.totalCount > 0 && (
        <>
          <TimesheetsChart key={answer.version} session={session} answer={answer} refresh={refresh} />
          <Table
            caption={reportNames.timesheets}
            columns={timesheetColumns}
            rows={body.results}
            keyOf={({ contract }) => contract._id}
            query={query}
            change={change}
          />
        </>
      )}
    </>
  );
}

function isPayments(body: Answer['body']): body is PaymentsAnswer {
  return 'contractsCount' in body.statistics;
}
