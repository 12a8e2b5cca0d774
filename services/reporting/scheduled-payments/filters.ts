import type { FilterName } from '../../../proto/report.ts';
import type { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { isContractFilter } from '../sql/contracts.ts';

export type PaymentFilter = keyof typeof scheduledPaymentsDefinition.filters;

/** Whether roll-ups have the payments that a filter leaves apart from the others; if not, its condition on the payment `p`. */
const filters: Record<PaymentFilter, { inRollUps: true } | { inRollUps: false; condition: string }> = {
  teamIds: { inRollUps: true },
  contractorIds: { inRollUps: true },
  scheduledPaymentStatuses: { inRollUps: true },
  minAmount: { inRollUps: false, condition: 'p.amount >= :minAmount::numeric' },
  maxAmount: { inRollUps: false, condition: 'p.amount <= :maxAmount::numeric' },
};

/** That the payment `p` lies in the range, and matches the given filters that roll-ups don't have. */
export function inRange(given: FilterName[]): string {
  const others = conditionsOf(given).map((condition) => ` and ${condition}`);
  return `p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant${others.join('')}`;
}

/** Whether roll-ups can answer. */
export function areInRollUps(given: FilterName[]): boolean {
  return conditionsOf(given).length === 0;
}

export function areOfContracts(given: FilterName[]): boolean {
  return given.some(isContractFilter);
}

function conditionsOf(given: FilterName[]): string[] {
  return given.flatMap((name) => {
    const filter = filters[name];
    return filter.inRollUps ? [] : filter.condition;
  });
}
