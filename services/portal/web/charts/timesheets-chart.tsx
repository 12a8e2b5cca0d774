import { useEffect, useState } from 'preact/hooks';
import { FailureNotice } from '../parts/failure-notice.tsx';
import type { Status, TimesheetsAnswer, TimesheetStatistics } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import type { Answer } from '../api/use-answer.ts';
import { refreshMs } from '../api/use-summary.ts';
import { Chart } from './chart.tsx';
import { hours, number } from '../parts/formats.ts';
import { Switch } from '../parts/switch.tsx';

const contractsShown = 15;
const mostTime = { sortField: 'trackedTime', sortOrder: 'desc', page: 1, itemsPerPage: contractsShown } as const;

type Kind = { name: string; color: Status; minutes: (statistics: TimesheetStatistics) => number };

/** Two ways to part the tracked minutes; each adds up to all of them. */
const ways: Record<string, Kind[]> = {
  'How it was entered': [
    { name: 'Timer', color: 'paid', minutes: (s) => s.trackedMinutes - s.manualMinutes },
    { name: 'Manual', color: 'upcoming', minutes: (s) => s.manualMinutes },
  ],
  Billing: [
    { name: 'Billed', color: 'paid', minutes: (s) => s.billedMinutes },
    { name: 'To be billed', color: 'processing', minutes: (s) => Math.max(0, s.billableMinutes - s.billedMinutes) },
    { name: 'Overtime', color: 'failed', minutes: (s) => s.overtimeMinutes },
    {
      name: 'Not billable',
      color: 'deleted',
      minutes: (s) => Math.max(0, s.trackedMinutes - Math.max(s.billableMinutes, s.billedMinutes) - s.overtimeMinutes),
    },
  ],
};

type TimesheetsChartProps = { session: Session; answer: Answer; refresh: () => void };

/** Hours a contract by kind, of the contracts with most time, of the same version of the data as the answer. */
export function TimesheetsChart({ session, answer, refresh }: TimesheetsChartProps) {
  const [way, setWay] = useState('How it was entered');
  const most = useAnswer(session, { ...answer.query, ...mostTime });
  const isSame = most.answer?.version === answer.version;
  useEffect(() => {
    if (!most.answer || isSame) return;
    const timer = setTimeout(refresh, refreshMs);
    return () => clearTimeout(timer);
  }, [most.answer]);

  if (most.failure) return <FailureNotice failure={most.failure} retry={most.again} />;
  const isLoading = most.busy || !isSame;
  const rows = isLoading ? [] : (most.answer?.body as TimesheetsAnswer).results;
  const contracts = answer.body.pagination.totalCount;
  const which = contracts > contractsShown ? `, the ${contractsShown} of ${number(contracts)} with most` : '';
  return (
    <Chart
      title={`Time a contract, by kind${which}`}
      lying
      isLoading={isLoading}
      labels={rows.map(({ contract }) => `${contract.title} · ${contract.contractor.lastName}`)}
      series={(ways[way] ?? []).map(({ name, color, minutes }) => ({
        name,
        color,
        // In hours, whose axis has round numbers.
        values: rows.map(({ statistics }) => minutes(statistics) / 60),
      }))}
      format={(value) => `${hours(Math.round(value * 60))} h`}
      mark={(value) => `${hours(Math.round(value * 60)).replace(/:00$/, '')} h`}
    >
      <Switch label="Kinds" names={Object.keys(ways)} chosen={way} choose={setWay} />
    </Chart>
  );
}
