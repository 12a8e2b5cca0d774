import { useEffect, useState } from 'preact/hooks';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import { pathOf } from '../api/reports.ts';
import type { PaymentsAnswer, Question, TimesheetsAnswer } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { paymentColumns, timesheetColumns } from './columns.tsx';
import { CurlLine } from './curl-line.tsx';
import { Exports } from './exports.tsx';
import { Filters } from '../filters/filters.tsx';
import { Pager } from './pager.tsx';
import { PaymentsChart } from '../charts/payments-chart.tsx';
import type { Seen } from '../filters/seen.ts';
import { paymentFigures, Statistics, timesheetFigures } from './statistics.tsx';
import { Table } from './table.tsx';
import { TimesheetsChart } from '../charts/timesheets-chart.tsx';

type ReportProps = { session: Session; question: Question; ask: (question: Question) => void; seen: Seen };

/** One report: what it is of, its totals, its chart, its rows. */
export function Report({ session, question, ask, seen }: ReportProps) {
  const [answer, setAnswer] = useState<PaymentsAnswer | TimesheetsAnswer>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const path = pathOf(question);

  useEffect(() => {
    const asking = new AbortController();
    const fetchAnswer = async () => {
      const response = await session.ask(path, { signal: asking.signal });
      return (await response.json()) as PaymentsAnswer | TimesheetsAnswer;
    };
    setBusy(true);
    void fetchAnswer()
      .then(
        (given) => {
          if (asking.signal.aborted) return;
          setAnswer(given);
          setFailure(undefined);
          seen.note(given.results.map(({ contract }) => contract));
        },
        (error: unknown) => {
          if (!asking.signal.aborted) setFailure(Failure.from(error));
        },
      )
      .finally(() => {
        if (!asking.signal.aborted) setBusy(false);
      });
    return () => asking.abort();
  }, [path, attempt]);

  return (
    <>
      <Filters question={question} ask={ask} seen={seen} />
      <div aria-busy={busy} class="answer">
        {failure ? (
          <FailureNotice failure={failure} retry={() => setAttempt(attempt + 1)} />
        ) : (
          answer && (
            <>
              <Rows answer={answer} question={question} ask={ask} session={session} seen={seen} />
              <Pager pagination={answer.pagination} question={question} ask={ask} />
            </>
          )
        )}
        {!answer && !failure && <p class="fine">Asking…</p>}
      </div>
      {!failure && <Exports session={session} question={question} />}
      <CurlLine session={session} path={path} />
    </>
  );
}

type RowsProps = ReportProps & { answer: PaymentsAnswer | TimesheetsAnswer };

function Rows({ answer, question, ask, session, seen }: RowsProps) {
  const isEmpty = answer.pagination.totalCount === 0;
  const nothing = <p class="nothing">Nothing matches. Widen the days or take a filter away.</p>;
  if (isPayments(answer)) {
    return (
      <>
        <Statistics figures={paymentFigures(answer.statistics)} />
        {isEmpty ? (
          nothing
        ) : (
          <>
            <PaymentsChart session={session} question={question} rows={answer.pagination.totalCount} seen={seen} />
            <Table
              caption="Scheduled payments"
              columns={paymentColumns}
              rows={answer.results}
              keyOf={({ _id }) => _id}
              question={question}
              ask={ask}
            />
          </>
        )}
      </>
    );
  }
  return (
    <>
      <Statistics figures={timesheetFigures(answer.statistics)} />
      {isEmpty ? (
        nothing
      ) : (
        <>
          <TimesheetsChart session={session} question={question} contracts={answer.pagination.totalCount} />
          <Table
            caption="Timesheets"
            columns={timesheetColumns}
            rows={answer.results}
            keyOf={({ contract }) => contract._id}
            question={question}
            ask={ask}
          />
        </>
      )}
    </>
  );
}

function isPayments(answer: PaymentsAnswer | TimesheetsAnswer): answer is PaymentsAnswer {
  return 'contractsCount' in answer.statistics;
}
