import type { PaymentStatistics, TimesheetStatistics } from '../api/reports.ts';
import { hours, money, number } from '../parts/formats.ts';

export function paymentFigures(statistics: PaymentStatistics): Figures {
  return {
    Paid: money(statistics.totalScheduledPaymentsPaidAmount),
    Payments: number(statistics.scheduledPaymentsCount),
    'Of them paid': number(statistics.paidScheduledPaymentsCount),
    Contracts: number(statistics.contractsCount),
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
    Activity: `${statistics.activity} %`,
  };
}

export type Figures = Record<string, string>;

/** Totals over all that matches, not over the page. */
export function Statistics({ figures }: { figures: Figures }) {
  return (
    <dl class="figures" aria-label="Totals">
      {Object.entries(figures).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
