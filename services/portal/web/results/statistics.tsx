import type { PaymentStatistics, Status, TimesheetStatistics } from '../api/reports.ts';
import type { Summary } from '../api/summary.ts';
import type { Summarizing } from '../api/use-summary.ts';
import { hours, money, number, percent } from '../parts/formats.ts';

/** Null is a figure that is being loaded. */
export type Figures = Record<string, string | null>;

/** @param summarizing what reads the amounts by status */
export function paymentFigures(statistics: PaymentStatistics, summarizing: Summarizing): Figures {
  return {
    Paid: money(statistics.totalScheduledPaymentsPaidAmount),
    ...(!summarizing.failure && amountsByStatus(summarizing.summary)),
    Payments: number(statistics.scheduledPaymentsCount),
    'Of them paid': number(statistics.paidScheduledPaymentsCount),
    Contracts: number(statistics.contractsCount),
  };
}

/** What was agreed: of all that isn't deleted, and of what is still to be paid. */
function amountsByStatus(summary: Summary | undefined): Figures {
  const amountOf = (...statuses: Status[]) =>
    summary ? money(statuses.reduce((sum, status) => sum + summary.totals.cents[status], 0) / 100) : null;
  return {
    Scheduled: amountOf('paid', 'upcoming', 'processing', 'failed'),
    Upcoming: amountOf('upcoming'),
    Processing: amountOf('processing'),
    Failed: amountOf('failed'),
  };
}

export function timesheetFigures(statistics: TimesheetStatistics): Figures {
  return {
    'Billable amount': money(statistics.billableAmount),
    Tracked: `${hours(statistics.trackedMinutes)} h`,
    Billable: `${hours(statistics.billableMinutes)} h`,
    Billed: `${hours(statistics.billedMinutes)} h`,
    Manual: `${hours(statistics.manualMinutes)} h`,
    Overtime: `${hours(statistics.overtimeMinutes)} h`,
    Activity: percent(statistics.activity),
  };
}

/** Totals over all that matches, not over the page. */
export function Statistics({ figures }: { figures: Figures }) {
  return (
    <dl class="row figures" aria-label="Totals">
      {Object.entries(figures).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={value === null ? 'loading' : undefined}>{value ?? '…'}</dd>
        </div>
      ))}
    </dl>
  );
}
