import { comparedWith, isToDate, unpaid } from '../api/reports.ts';
import type { PaymentSums, ReportQuery, Status, TimesheetStatistics } from '../api/reports.ts';
import type { Answer } from '../api/use-report.ts';
import { measureName } from '../charts/breakdown.tsx';
import { hours, money, number, percent, scheduledName, statusNames } from '../parts/formats.ts';
import { inPeriod } from '../parts/periods.ts';

type Change = (part: Partial<ReportQuery>) => void;
type Figure = { name: string; value: string; show?: () => void; isMinor?: boolean };

/** What one came for as one large figure, how it compares, and the other totals in a line: over all that matches, not over the page. */
export function Headline({ answer, change }: { answer: Answer; change: Change }) {
  const { query } = answer;
  const isPayments = 'statuses' in answer;
  const value = isPayments ? amountOf(query, answer.totals) : answer.totals.trackedMinutes;
  const before =
    answer.before &&
    ('statuses' in answer ? amountOf(query, answer.before.statistics) : answer.before.statistics.trackedMinutes);
  const format = isPayments ? money : hours;
  const others = isPayments ? paymentFigures(answer, change) : timesheetFigures(answer.totals);
  return (
    <section class="head" aria-labelledby="headline">
      <h2 id="headline">
        {measureName(query)}
        {query.measure === 'paid' && ', of what is scheduled'} {inPeriod(query)}
      </h2>
      <p class="headline">{format(value)}</p>
      {before !== undefined && (
        <p class="change">
          {isToDate(query) && 'To date: '}
          {before === 0 ? 'Nothing' : `${comparison(value, before)} ${format(before)}`} {inPeriod(comparedWith(query))}
        </p>
      )}
      <dl class="row figures" aria-label="Totals">
        {others.map(({ name, value, show, isMinor }) => (
          <div key={name} class={isMinor ? 'minor' : undefined}>
            <dt>{name}</dt>
            <dd>
              {show ? (
                <button type="button" class="filter" title={`Show only ${name.toLowerCase()}`} onClick={show}>
                  {value}
                </button>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** In words, as far as the figure before, which isn't 0. */
function comparison(now: number, before: number): string {
  const share = (100 * (now - before)) / before;
  const size = Math.abs(share) < 10 ? Math.round(Math.abs(share) * 10) / 10 : Math.round(Math.abs(share));
  if (size === 0) return 'As much as';
  return `${number(size)} % ${share < 0 ? 'less' : 'more'} than`;
}

function amountOf({ measure }: ReportQuery, sums: PaymentSums): number {
  return measure === 'paid' ? sums.totalScheduledPaymentsPaidAmount : sums.totalScheduledPaymentsAmount;
}

function paymentFigures(
  { query, totals: sums, statuses }: Extract<Answer, { statuses: unknown }>,
  change: Change,
): Figure[] {
  const other: Figure =
    query.measure === 'paid'
      ? { name: scheduledName(query), value: money(sums.totalScheduledPaymentsAmount) }
      : { name: 'Paid', value: money(sums.totalScheduledPaymentsPaidAmount) };
  const ofStatus = (status: Status): Figure => {
    const row = statuses.results.find((row) => row.status === status);
    const value = money(row?.statistics.totalScheduledPaymentsAmount ?? 0);
    return { name: statusNames[status], value, show: () => change({ statuses: [status] }) };
  };
  const shown = unpaid.filter((status) => query.statuses.length === 0 || query.statuses.includes(status));
  return [
    // Of one status, the large figure says all.
    ...(query.statuses.length === 1 ? [] : [other, ...shown.map(ofStatus)]),
    { name: 'Payments', value: number(sums.scheduledPaymentsCount), isMinor: true },
    { name: 'Paid payments', value: number(sums.paidScheduledPaymentsCount), isMinor: true },
    { name: 'Contracts', value: number(sums.contractsCount), isMinor: true },
  ];
}

function timesheetFigures(sums: TimesheetStatistics): Figure[] {
  return [
    { name: 'Billable amount', value: money(sums.billableAmount) },
    { name: 'Billable', value: hours(sums.billableMinutes) },
    { name: 'Billed', value: hours(sums.billedMinutes) },
    { name: 'Manual', value: hours(sums.manualMinutes) },
    { name: 'Overtime', value: hours(sums.overtimeMinutes) },
    { name: 'Activity', value: percent(sums.activity) },
  ];
}
