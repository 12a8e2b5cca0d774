import type { TimesheetStatistics } from '../api/reports.ts';
import type { Answer } from '../api/use-report.ts';
import { hours, money, number } from '../parts/formats.ts';
import type { Tone } from '../parts/formats.ts';
import type { Figures } from './chart.tsx';

type Kind = { name: string; color: Tone; minutes: (statistics: TimesheetStatistics) => number };

/** Two ways to divide the tracked minutes. */
const kinds: Record<'entry' | 'billing', Kind[]> = {
  entry: [
    { name: 'Timer', color: 'first', minutes: (s) => s.trackedMinutes - s.manualMinutes },
    { name: 'Manual', color: 'second', minutes: (s) => s.manualMinutes },
  ],
  billing: [
    { name: 'Billed', color: 'first', minutes: (s) => s.billedMinutes },
    { name: 'To be billed', color: 'second', minutes: (s) => Math.max(0, s.billableMinutes - s.billedMinutes) },
    { name: 'Overtime', color: 'third', minutes: (s) => s.overtimeMinutes },
    {
      name: 'Not billable',
      color: 'then',
      minutes: (s) => Math.max(0, s.trackedMinutes - Math.max(s.billableMinutes, s.billedMinutes) - s.overtimeMinutes),
    },
  ],
};

/** What is drawn of timesheets, and the columns of its table. */
export function timesheetSums({ query, groups, totals }: Extract<Answer, { totals: TimesheetStatistics }>): Figures {
  const shown = kinds[query.measure === 'billing' ? 'billing' : 'entry'];
  const rows = groups.results.map(({ statistics }) => statistics);
  // In hours, whose axis has round numbers.
  const inHours = (minutes: Kind['minutes']) => ({
    values: rows.map((statistics) => minutes(statistics) / 60),
    total: minutes(totals) / 60,
    format: (value: number) => hours(Math.round(value * 60)),
  });
  const series = shown.map(({ name, color, minutes }) => ({ name, color, ...inHours(minutes) }));
  const amount = {
    name: 'Billable amount',
    values: rows.map(({ billableAmount }) => billableAmount),
    total: totals.billableAmount,
    format: money,
  };
  return {
    series,
    columns: [...series, { name: 'Tracked', ...inHours((s) => s.trackedMinutes), isDrawn: true }, amount],
    format: (value) => hours(Math.round(value * 60)),
    mark: (value) => (Number.isInteger(value) ? `${number(value)} h` : ''),
    short: (value) => hours(Math.round(value * 60)),
  };
}
