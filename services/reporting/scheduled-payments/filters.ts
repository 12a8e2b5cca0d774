import type { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { contractFilter, contractFiltersSql, ofContracts, rowConditions } from '../sql/filters.ts';
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
  const others = rowConditions(filters, given).map((condition) => ` and ${condition}`);
  return `p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant${others.join('')}`;
}

/** Whether roll-ups can answer. */
export function areInRollUps(given: string[]): boolean {
  return rowConditions(filters, given).length === 0;
}

export function areOfContracts(given: string[]): boolean {
  return ofContracts(filters, given).length > 0;
}
