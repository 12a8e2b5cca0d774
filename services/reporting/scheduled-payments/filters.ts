import type { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { contractFilter, contractFiltersSql, ofContracts, ofFilter, rowConditions } from '../sql/filters.ts';
import type { FiltersSql } from '../sql/filters.ts';
import { joined, sql } from '../sql/statement.ts';
import type { Sql } from '../sql/statement.ts';

export type PaymentFilters = typeof scheduledPaymentsDefinition.filters;

export const statuses = 'scheduledPaymentStatuses';

/** Rows are payments, as `payment`. */
export const filters: FiltersSql<PaymentFilters> = {
  ...contractFiltersSql,
  scheduledPaymentStatuses: 'in each statement',
  minAmount: { ofRow: sql`payment.amount >= :minAmount::numeric` },
  maxAmount: { ofRow: sql`payment.amount <= :maxAmount::numeric` },
};

/** The CTE `contract_filter`, where a given filter is of contracts. */
export function contractsOf(given: string[]): Sql {
  return contractFilter('fixed', filters, given);
}

/** That the `payment` lies in the range, and matches the given filters of rows. */
export function inRange(given: string[]): Sql {
  const range = sql`payment.scheduled_payment_on >= :fromInstant and payment.scheduled_payment_on < :untilInstant`;
  return joined(
    [sql`payment.status = any (:scheduledPaymentStatuses)`, range, ...rowConditions(filters, given)],
    ' and ',
  );
}

/** And that its contract is one of the filter's. */
export function matching(given: string[]): Sql {
  return joined([inRange(given), ...ofFilter(filters, given)], ' and ');
}

export function areOfContracts(given: string[]): boolean {
  return ofContracts(filters, given).length > 0;
}

/** Whether more is filtered by than statuses, by which the company's own sums are kept. */
export function isFiltered(given: string[]): boolean {
  return given.some((name) => name !== statuses);
}
