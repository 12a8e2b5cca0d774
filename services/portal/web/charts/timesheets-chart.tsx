import { useEffect, useState } from 'preact/hooks';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import { pathOf } from '../api/reports.ts';
import type { ReportQuery, TimesheetsAnswer, TimesheetStatistics } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { Chart } from './chart.tsx';
import { hours, number } from '../parts/formats.ts';

const contractsShown = 15;

type Kind = { name: string; color: string; minutes: (statistics: TimesheetStatistics) => number };

/** Two ways to part the tracked minutes; each adds up to all of them. */
const ways: Record<string, Kind[]> = {
  'How it was entered': [
    { name: 'Timer', color: '--paid', minutes: (s) => s.trackedMinutes - s.manualMinutes },
    { name: 'Manual', color: '--upcoming', minutes: (s) => s.manualMinutes },
  ],
  Billing: [
    { name: 'Billed', color: '--paid', minutes: (s) => s.billedMinutes },
    { name: 'To be billed', color: '--processing', minutes: (s) => Math.max(0, s.billableMinutes - s.billedMinutes) },
    { name: 'Overtime', color: '--failed', minutes: (s) => s.overtimeMinutes },
    {
      name: 'Not billable',
      color: '--deleted',
      minutes: (s) => Math.max(0, s.trackedMinutes - Math.max(s.billableMinutes, s.billedMinutes) - s.overtimeMinutes),
    },
  ],
};

type TimesheetsChartProps = { session: Session; query: ReportQuery; contracts: number };

/** Minutes a contract by kind, of the contracts with most time. */
export function TimesheetsChart({ session, query, contracts }: TimesheetsChartProps) {
  const [rows, setRows] = useState<TimesheetsAnswer['results']>([]);
  const [failure, setFailure] = useState<Failure>();
  const [way, setWay] = useState('How it was entered');
  const most = { sortField: 'trackedTime', sortOrder: 'desc', page: 1, itemsPerPage: contractsShown } as const;
  const path = pathOf({ ...query, ...most });

  useEffect(() => {
    const asking = new AbortController();
    void session
      .ask(path, { signal: asking.signal })
      .then((response) => response.json())
      .then(
        (answer) => {
          setRows((answer as TimesheetsAnswer).results);
          setFailure(undefined);
        },
        (error: unknown) => {
          if (!asking.signal.aborted) setFailure(Failure.from(error));
        },
      );
    return () => asking.abort();
  }, [path]);

  if (failure) return <FailureNotice failure={failure} />;
  const which = contracts > contractsShown ? `, the ${contractsShown} of ${number(contracts)} with most` : '';
  return (
    <Chart
      title={`Time a contract, by kind${which}`}
      lying
      labels={rows.map(({ contract }) => `${contract.title} · ${contract.contractor.lastName}`)}
      series={(ways[way] ?? []).map(({ name, color, minutes }) => ({
        name,
        color,
        // In hours, whose axis has round numbers.
        values: rows.map(({ statistics }) => minutes(statistics) / 60),
      }))}
      format={(value) => `${hours(Math.round(value * 60))} h`}
    >
      <div class="switch small" role="group" aria-label="Kinds">
        {Object.keys(ways).map((name) => (
          <button key={name} type="button" aria-pressed={name === way} onClick={() => setWay(name)}>
            {name}
          </button>
        ))}
      </div>
    </Chart>
  );
}
