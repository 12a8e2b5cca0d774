import type { PaymentStatistics, TimesheetStatistics } from '../api/reports.ts';
import type { Summary } from '../api/summary.ts';
import { hours, money, number, percent } from '../parts/formats.ts';

/** Null is a figure that is being loaded. */
export type Figures = Record<string, string | null>;

/** @param amounts what the summary adds: undefined if it isn't asked for, null while it is loaded */
export function paymentFigures(statistics: PaymentStatistics, summary: Summary | null | undefined): Figures {
  return {
    Paid: money(statistics.totalScheduledPaymentsPaidAmount),
    ...(summary !== undefined && amountsByStatus(summary)),
    Payments: number(statistics.scheduledPaymentsCount),
    'Of them paid': number(statistics.paidScheduledPaymentsCount),
    Contracts: number(statistics.contractsCount),
  };
}

/** What was agreed: of all that isn't deleted, and of what is still to be paid. */
function amountsByStatus(summary: Summary | null): Figures {
  if (!summary) return { Scheduled: null, Upcoming: null, Processing: null, Failed: null };
  const { paid, upcoming, processing, failed } = summary.totals.cents;
  const shown = {
    Scheduled: paid + upcoming + processing + failed,
    Upcoming: upcoming,
    Processing: processing,
    Failed: failed,
  };
  return Object.fromEntries(Object.entries(shown).map(([name, cents]) => [name, money(cents / 100)]));
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
    <dl class="figures" aria-label="Totals">
      {Object.entries(figures).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={value === null ? 'loading' : undefined}>{value ?? '…'}</dd>
        </div>
      ))}
    </dl>
  );
}
