import { summariesOf } from '../answers/summary.ts';
import { sql } from '../sql/statement.ts';
import type { Sql } from '../sql/statement.ts';
import { groupedSums } from '../sql/sums.ts';
import { contractsOf } from './filters.ts';
import { scheduledPayments } from './scheduled-payments.ts';
import { paymentSums, read, segments, statistics, summed } from './sums.ts';

/** The sums of payments by groups. */
export const paymentsSummary = summariesOf(scheduledPayments, (groups) => ({
  ctes: (filters) => [
    contractsOf(filters),
    segments,
    ...groupedSums(paymentSums, groups, summed, {
      isFiltered: filters.length > 0,
      areCounted: true,
      read: read(filters, groups.includes('status')),
    }),
  ],
  statistics: (row) => {
    const all = { ...statistics, totalScheduledPaymentsAmount: sql`amount` };
    return Object.fromEntries(Object.entries<Sql>(all).map(([name, column]) => [name, sql`${row}.${column}`]));
  },
}));
