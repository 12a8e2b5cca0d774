import type { PaymentSums, Status } from '../api/reports.ts';
import type { Answer } from '../api/use-report.ts';
import { compactMoney, money, number, scheduledName, statusNames } from '../parts/formats.ts';
import type { Figures } from './chart.tsx';
import type { Column } from './comparison.ts';

/** From the ground up. */
const stacked = ['paid', 'processing', 'upcoming', 'failed', 'deleted'] as const satisfies Status[];

/** What is drawn of payments, and the columns of its table. Each figure is one of the API's. */
export function paymentSums(answer: Extract<Answer, { statuses: unknown }>): Figures {
  const { query, groups, totals, cells, statuses } = answer;
  const paid = column('Paid', ({ totalScheduledPaymentsPaidAmount: amount }) => amount);
  const scheduled = column(scheduledName(query), ({ totalScheduledPaymentsAmount: amount }) => amount);
  const count = { ...column('Payments', (sums) => sums.scheduledPaymentsCount), format: number };
  const axis = { format: money, mark: compactMoney, short: compactMoney };

  if (query.measure === 'paid') {
    return { ...axis, series: [{ ...paid, color: 'paid' }], columns: [drawn(paid), scheduled, count] };
  }
  if (!cells) {
    const [status, ...others] = query.statuses;
    const color = status && others.length === 0 ? status : 'scheduled';
    return { ...axis, series: [{ ...scheduled, color }], columns: [drawn(scheduled), paid, count] };
  }
  const amounts = new Map(
    cells.results.map(({ month, status, statistics }) => [
      `${month} ${status}`,
      statistics.totalScheduledPaymentsAmount,
    ]),
  );
  const series = stacked.flatMap((status) => {
    const all = statuses.results.find((row) => row.status === status);
    if (!all) return [];
    const values = groups.results.map(({ month }) => amounts.get(`${month} ${status}`) ?? 0);
    const total = all.statistics.totalScheduledPaymentsAmount;
    return [{ name: statusNames[status], color: status, values, total, format: money }];
  });
  return { ...axis, series, columns: [...series, drawn(scheduled), count] };

  function column(name: string, valueOf: (sums: PaymentSums) => number) {
    const values = groups.results.map(({ statistics }) => valueOf(statistics));
    return { name, values, total: valueOf(totals), format: money };
  }
}

const drawn = (column: Column): Column => ({ ...column, isDrawn: true });
