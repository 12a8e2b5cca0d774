import type { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { contractFilter, contractFiltersSql, ofContracts, ofFilter, rowConditions } from '../sql/filters.ts';
import type { FiltersSql } from '../sql/filters.ts';

export type PaymentFilters = typeof scheduledPaymentsDefinition.filters;

/** Rows are payments `p`. */
export const filters: FiltersSql<PaymentFilters> = {
  ...contractFiltersSql,
  scheduledPaymentStatuses: 'in each statement',
  minAmount: { ofRow: 'p.amount >= :minAmount::numeric' },
  maxAmount: { ofRow: 'p.amount <= :maxAmount::numeric' },
};

/** The CTE `contract_filter`, where a given filter is of contracts. */
export function contractsOf(given: string[]): string {
  return contractFilter('fixed', filters, given);
}

/** That the payment `p` lies in the range, and matches the given filters of rows. */
export function inRange(given: string[]): string {
  const range = ['p.scheduled_payment_on >= :fromInstant', 'p.scheduled_payment_on < :untilInstant'];
  return ['p.status = any (:scheduledPaymentStatuses)', ...range, ...rowConditions(filters, given)].join(' and ');
}

/** And that its contract is one of the filter's. */
export function matching(given: string[]): string {
  return [inRange(given), ...ofFilter(filters, given)].join(' and ');
}

export function areOfContracts(given: string[]): boolean {
  return ofContracts(filters, given).length > 0;
}
