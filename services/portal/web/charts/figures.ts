import { comparedWith, groupIdOf } from '../api/reports.ts';
import type { Field, ReportQuery, Status, Sums } from '../api/reports.ts';
import { monthsBetween } from '../api/dates.ts';
import type { Answer } from '../api/use-report.ts';
import { hours, money, number, percent, scheduledName, shareOf, signed, statusNames } from '../parts/formats.ts';
import type { Tone } from '../parts/formats.ts';
import { periodName } from '../parts/periods.ts';

type Format = (value: number) => string;
export type Figure = { name: string; of: (sums: Sums) => number; format: Format; tone?: Tone };

const valueOf = (field: Field, sums: Sums) => sums[field] ?? 0;

function figure(name: string, field: Field, format: Format = money, tone?: Tone): Figure {
  return { name, of: (sums) => valueOf(field, sums), format, ...(tone && { tone }) };
}

/** A part of the tracked minutes. */
function minutes(name: string, tone: Tone, part: Figure['of']): Figure {
  return { name, of: (sums) => Math.max(0, part(sums)), format: hours, tone };
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
  timer: minutes('Timer', 'first', (sums) => valueOf('trackedMinutes', sums) - valueOf('manualMinutes', sums)),
  overtime: figure('Overtime', 'overtimeMinutes', hours, 'third'),
  activity: figure('Activity', 'activity', percent),
};

/** The scheduled amount of payments of a status. */
export const ofStatus = (status: Status) => figure(statusNames[status], status, money, status);

/** The scheduled amount of payments of the query's statuses. */
export function scheduledOf(query: ReportQuery): Figure {
  const [status, ...others] = query.statuses;
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
    minutes('To be billed', 'second', (sums) => valueOf('billableMinutes', sums) - valueOf('billedMinutes', sums)),
    figures.overtime,
    minutes('Not billable', 'then', (sums) => {
      const billed = Math.max(valueOf('billableMinutes', sums), valueOf('billedMinutes', sums));
      return valueOf('trackedMinutes', sums) - billed - valueOf('overtimeMinutes', sums);
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

/** A column of the table: a value for each group, and for those that aren't shown together. Its total comes with it. */
export type Column = { name: string; values: number[]; total: number; format: Format; tone?: Tone };

/** What is drawn of an answer, and the columns of its table. */
export function columnsOf(answer: Answer) {
  const { query, groups, totals, before, groupsBefore } = answer;
  const others = Math.max(0, groups.pagination.totalCount - groups.results.length);
  const columnOf = ({ of, ...figure }: Figure, rows: Sums[], totals: Sums): Column => {
    const values = rows.map(of);
    const total = of(totals);
    const rest = Math.round((total - values.reduce((sum, value) => sum + value, 0)) * 100) / 100;
    return { ...figure, total, values: others > 0 ? [...values, rest] : values };
  };
  const { parts, main, others: more } = measuredBy(answer);
  const now = (figure: Figure) =>
    columnOf(
      figure,
      groups.results.map(({ statistics }) => statistics),
      totals,
    );
  const drawn = parts.map(now);
  const whole = now(main);
  let then: Column | undefined;
  if (before && groupsBefore) {
    const months = monthsBetween(comparedWith(query), query);
    const earlier = new Map(groupsBefore.results.map((row) => [groupIdOf(query.by, row, months), row.statistics]));
    const rows = groups.results.map((row) => earlier.get(groupIdOf(query.by, row)) ?? {});
    const { tone: _, ...column } = columnOf(main, rows, before.statistics);
    then = { ...column, name: periodName(comparedWith(query)) };
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
      ...more.map(now),
    ],
  };
}

function differences(now: Column, then: Column): Column[] {
  const each = (name: string, of: (now: number, then: number) => number, format: Format): Column => ({
    name,
    values: now.values.map((value, row) => of(value, then.values[row] ?? 0)),
    total: of(now.total, then.total),
    format,
  });
  return [
    each('Difference', (now, then) => now - then, signed(now.format)),
    each('%', (now, then) => (now - then) / then, shareOf),
  ];
}
