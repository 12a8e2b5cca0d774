import { useEffect, useState } from 'preact/hooks';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import { pathOf } from '../api/reports.ts';
import type { PaymentsAnswer, ReportQuery, TimesheetsAnswer } from '../api/reports.ts';
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

type ReportProps = { session: Session; query: ReportQuery; setQuery: (query: ReportQuery) => void; seen: Seen };

/** One report: what it is of, its totals, its chart, its rows. */
export function Report({ session, query, setQuery, seen }: ReportProps) {
  const [answer, setAnswer] = useState<PaymentsAnswer | TimesheetsAnswer>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const path = pathOf(query);

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
      <Filters query={query} setQuery={setQuery} seen={seen} />
      <div aria-busy={busy} class="answer">
        {failure ? (
          <FailureNotice failure={failure} retry={() => setAttempt(attempt + 1)} />
        ) : (
          answer && (
            <>
              <Rows answer={answer} query={query} setQuery={setQuery} session={session} seen={seen} />
              <Pager pagination={answer.pagination} query={query} setQuery={setQuery} />
            </>
          )
        )}
        {!answer && !failure && <p class="fine">Asking…</p>}
      </div>
      {!failure && <Exports session={session} query={query} />}
      <CurlLine session={session} path={path} />
    </>
  );
}

type RowsProps = ReportProps & { answer: PaymentsAnswer | TimesheetsAnswer };

function Rows({ answer, query, setQuery, session, seen }: RowsProps) {
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
            <PaymentsChart session={session} query={query} rows={answer.pagination.totalCount} seen={seen} />
            <Table
              caption="Scheduled payments"
              columns={paymentColumns}
              rows={answer.results}
              keyOf={({ _id }) => _id}
              query={query}
              setQuery={setQuery}
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
          <TimesheetsChart session={session} query={query} contracts={answer.pagination.totalCount} />
          <Table
            caption="Timesheets"
            columns={timesheetColumns}
            rows={answer.results}
            keyOf={({ contract }) => contract._id}
            query={query}
            setQuery={setQuery}
          />
        </>
      )}
    </>
  );
}

function isPayments(answer: PaymentsAnswer | TimesheetsAnswer): answer is PaymentsAnswer {
  return 'contractsCount' in answer.statistics;
}
