import { comparedWith, groupIdOf } from '../api/reports.ts';
import type { Field, ReportQuery, Status, Sums } from '../api/reports.ts';
import { monthOf } from '../api/dates.ts';
import type { Answer } from '../api/use-report.ts';
import { hours, money, number, percent, scheduledName, shareOf, signed, statusNames } from '../parts/formats.ts';
import type { Tone } from '../parts/formats.ts';
import { periodName } from '../parts/periods.ts';

type Format = (value: number) => string;
export type Figure = { name: string; valueIn: (sums: Sums) => number; format: Format; tone?: Tone };

function figure(name: string, field: Field, format: Format = money, tone?: Tone): Figure {
  return { name, valueIn: (sums) => sums[field] ?? 0, format, ...(tone && { tone }) };
}

/** A part of the tracked minutes. */
function minutes(name: string, tone: Tone, part: Figure['valueIn']): Figure {
  return { name, valueIn: (sums) => Math.max(0, part(sums)), format: hours, tone };
}

/** The figures of both reports, each one of the API's. */
export const figures = {
  paid: figure('Paid', 'totalScheduledPaymentsPaidAmount', money, 'paid'),
  payments: figure('Payments', 'scheduledPaymentsCount', number),
  paidPayments: figure('Paid payments', 'paidScheduledPaymentsCount', number),
  contracts: figure('Contracts', 'contractsCount', number),
  amount: figure('Billable amount', 'billableAmount'),
  tracked: figure('Tracked', 'trackedMinutes', hours),
  billable: figure('Billable', 'billableMinutes', hours),
  billed: figure('Billed', 'billedMinutes', hours, 'first'),
  manual: figure('Manual', 'manualMinutes', hours, 'second'),
  timer: minutes('Timer', 'first', ({ trackedMinutes = 0, manualMinutes = 0 }) => trackedMinutes - manualMinutes),
  overtime: figure('Overtime', 'overtimeMinutes', hours, 'third'),
  activity: figure('Activity', 'activity', percent),
};

/** The scheduled amount of payments of a status. */
export const ofStatus = (status: Status) => figure(statusNames[status], status, money, status);

/** The scheduled amount of payments of the query's statuses. */
export function scheduledOf(query: ReportQuery): Figure {
  const [status, ...others] = query.scheduledPaymentStatuses;
  const tone = status && others.length === 0 ? status : 'scheduled';
  return figure(scheduledName(query), 'totalScheduledPaymentsAmount', money, tone);
}

/** From the ground up. */
const stacked = ['paid', 'processing', 'upcoming', 'failed', 'deleted'] as const satisfies Status[];
/** Two ways to divide the tracked minutes. */
const ofHours = {
  entry: [figures.timer, figures.manual],
  billing: [
    figures.billed,
    minutes('To be billed', 'second', ({ billableMinutes = 0, billedMinutes = 0 }) => billableMinutes - billedMinutes),
    figures.overtime,
    minutes('Not billable', 'then', (sums) => {
      const { trackedMinutes = 0, billableMinutes = 0, billedMinutes = 0, overtimeMinutes = 0 } = sums;
      return trackedMinutes - Math.max(billableMinutes, billedMinutes) - overtimeMinutes;
    }),
  ],
};

/** What is measured, as the heading says it. */
export function measureName(query: ReportQuery): string {
  if (query.report === 'timesheets') return 'Hours';
  return query.measure === 'paid' ? 'Paid' : scheduledName(query);
}

/** The parts of each bar; `main`, its length and the large figure of the report; and the other columns of the table. */
export function measuredBy({ query, totals }: Answer): { parts: Figure[]; main: Figure; others: Figure[] } {
  const { measure } = query;
  const scheduled = scheduledOf(query);
  if (measure === 'entry' || measure === 'billing') {
    return { parts: ofHours[measure], main: figures.tracked, others: [figures.amount] };
  }
  if (measure === 'paid') return { parts: [figures.paid], main: figures.paid, others: [scheduled, figures.payments] };
  const parts = query.by === 'month' ? stacked.filter((status) => status in totals).map(ofStatus) : [];
  if (parts.length > 1) return { parts, main: scheduled, others: [figures.payments] };
  return { parts: [scheduled], main: scheduled, others: [figures.paid, figures.payments] };
}

/** A column of the table: a value for each group, one for those that aren't shown, if there are any, and the total. */
export type Column = { name: string; values: number[]; format: Format; tone?: Tone };

/** What is drawn of an answer, and the columns of its table. */
export function columnsOf(answer: Answer) {
  const { query, groups, totals, before, groupsBefore } = answer;
  const others = Math.max(0, groups.pagination.totalCount - groups.results.length);
  const columnOf = (figure: Figure, rows: Sums[], totals: Sums): Column => {
    const values = rows.map(figure.valueIn);
    const total = figure.valueIn(totals);
    const rest = Math.round((total - values.reduce((sum, value) => sum + value, 0)) * 100) / 100;
    return { ...figure, values: [...values, ...(others > 0 ? [rest] : []), total] };
  };
  const shown = groups.results.map(({ statistics }) => statistics);
  const { parts, main, others: more } = measuredBy(answer);
  const drawn = parts.map((figure) => columnOf(figure, shown, totals));
  const whole = columnOf(main, shown, totals);
  let then: Column | undefined;
  if (before && groupsBefore) {
    const compared = comparedWith(query);
    const months = monthOf(query.fromDate) - monthOf(compared.fromDate);
    const earlier = new Map(groupsBefore.results.map((row) => [groupIdOf(query.by, row, months), row.statistics]));
    const rows = groups.results.map((row) => earlier.get(groupIdOf(query.by, row)) ?? {});
    then = { ...columnOf(main, rows, before.statistics), name: periodName(compared) };
  }
  return {
    drawn: drawn.filter(({ values }) => values.some((value) => value !== 0)),
    whole,
    then,
    others,
    columns: [
      ...(drawn.length > 1 ? drawn : []),
      whole,
      ...(then ? [then, ...differences(whole, then)] : []),
      ...more.map((figure) => columnOf(figure, shown, totals)),
    ],
  };
}

function differences({ values, format }: Column, then: Column): Column[] {
  const each = (difference: (now: number, then: number) => number) =>
    values.map((value, row) => difference(value, then.values[row] ?? 0));
  return [
    { name: 'Difference', values: each((now, then) => now - then), format: signed(format) },
    { name: '%', values: each((now, then) => (now - then) / then), format: shareOf },
  ];
}
