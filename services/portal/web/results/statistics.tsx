import type { PaymentSums, Status, TimesheetStatistics } from '../api/reports.ts';
import type { Answer } from '../api/use-report.ts';
import { money, number, percent, scheduledName, shareOf, signed, statusNames, totalHours } from '../parts/formats.ts';

type Figure = {
  name: string;
  value: string;
  /** Against the period to compare with. */
  change?: string | undefined;
};

/** Totals over all that matches, not over the page. Amounts and counts are of what the chart shows. */
export function Statistics({ answer }: { answer: Answer }) {
  return (
    <dl class="row figures" aria-label="Totals">
      {('statuses' in answer ? paymentFigures(answer) : timesheetFigures(answer)).map(({ name, value, change }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {change && <dd class="change">{change}</dd>}
        </div>
      ))}
    </dl>
  );
}

function paymentFigures({ query, groups, statuses, before }: Extract<Answer, { statuses: unknown }>): Figure[] {
  const figure = figuresOf(groups.statistics, before?.statistics);
  const amountOf = (status: Status): Figure => {
    const row = statuses.results.find((row) => row.status === status);
    return { name: statusNames[status], value: money(row?.statistics.totalScheduledPaymentsAmount ?? 0) };
  };
  return [
    figure('Paid', (s: PaymentSums) => s.totalScheduledPaymentsPaidAmount, money),
    figure(scheduledName(query), (s) => s.totalScheduledPaymentsAmount, money),
    amountOf('upcoming'),
    amountOf('processing'),
    amountOf('failed'),
    figure('Payments', (s) => s.scheduledPaymentsCount, number),
    figure('Paid payments', (s) => s.paidScheduledPaymentsCount, number),
    figure('Contracts', (s) => s.contractsCount, number),
  ];
}

function timesheetFigures({ groups, before }: Extract<Answer, { groups: { statistics: TimesheetStatistics } }>) {
  const figure = figuresOf(groups.statistics, before?.statistics);
  return [
    figure('Billable amount', (s: TimesheetStatistics) => s.billableAmount, money),
    figure('Tracked', (s) => s.trackedMinutes, totalHours),
    figure('Billable', (s) => s.billableMinutes, totalHours),
    figure('Billed', (s) => s.billedMinutes, totalHours),
    figure('Manual', (s) => s.manualMinutes, totalHours),
    figure('Overtime', (s) => s.overtimeMinutes, totalHours),
    figure('Activity', (s) => s.activity, percent),
  ];
}

function figuresOf<Sums>(now: Sums, before: Sums | undefined) {
  return (name: string, valueOf: (sums: Sums) => number, format: (value: number) => string): Figure => {
    const value = valueOf(now);
    return { name, value: format(value), change: before && changeOf(value, valueOf(before), format) };
  };
}

/** The difference and its percentage, and below them what it was before. */
function changeOf(now: number, before: number, format: (value: number) => string): string {
  const difference = Math.round((now - before) * 100) / 100;
  const share = shareOf(difference / before);
  return `${signed(format)(difference)}${share && ` (${share})`}\nfrom ${format(before)}`;
}
