import type { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { appliedFilters, contractFiltersSql } from '../sql/filters.ts';
import type { FiltersSql } from '../sql/filters.ts';
import { joined, sql } from '../sql/statement.ts';

export const statuses = 'scheduledPaymentStatuses';

/** Rows are payments, as `payment`. */
export const filters: FiltersSql<typeof scheduledPaymentsDefinition.filters> = {
  ...contractFiltersSql,
  scheduledPaymentStatuses: 'in each statement',
  minAmount: { ofRow: sql`payment.amount >= :minAmount::numeric` },
  maxAmount: { ofRow: sql`payment.amount <= :maxAmount::numeric` },
};

export function paymentFilters(given: string[]) {
  const applied = appliedFilters('fixed', filters, given);
  const ofStatuses = sql`payment.status = any (:scheduledPaymentStatuses)`;
  const range = sql`payment.scheduled_payment_on >= :fromInstant and payment.scheduled_payment_on < :untilInstant`;
  const inRange = joined([ofStatuses, range, ...applied.ofRow], ' and ');
  return {
    ...applied,
    /** That the `payment` lies in the range, and matches the given filters of rows. */
    inRange,
    /** And that its contract is one of the filter's. */
    matching: joined([inRange, ...applied.ofContract], ' and '),
    /** Whether more is filtered by than statuses, by which the company's own sums are kept. */
    isFiltered: given.some((name) => name !== statuses),
  };
}
