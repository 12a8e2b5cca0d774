import type { Group } from '../../../proto/report.ts';
import type { Hints } from '../answers/report.ts';
import { countsOf, leastOf, lookUp, periods } from './choose.ts';
import type { Requested } from './choose.ts';
import { areInRollUps, areOfContracts } from './filters.ts';

/**
 * How the sums of payments by groups are found:
 * - `read`: from the payments in the range, those of other contracts than the filter's left out.
 * - `looked-up`: from the payments of each contract of the filter.
 * - `subtracted`: from the totals of contracts, without their payments outside of the range. They have no months.
 * - `rolled-up`: by month and status from the company's totals by day and month; only the contracts of each are counted, in a sample of
 *   its payments or else one by one.
 * - `rolled-up-subtracted`: by status from the same; the contracts are counted by their totals without their payments outside of the range.
 */
export type SummaryWay = { sums: 'read' | 'looked-up' | 'subtracted' | 'rolled-up' | 'rolled-up-subtracted' };

/** Every way that applies, the plainest first. */
export function summaryWaysOf(groups: Group[], filters: string[]): [SummaryWay, ...SummaryWay[]] {
  const ways: [SummaryWay, ...SummaryWay[]] = [{ sums: 'read' }];
  if (areOfContracts(filters)) ways.push({ sums: 'looked-up' });
  if (!areInRollUps(filters)) return ways;
  if (!groups.includes('month')) ways.push({ sums: 'subtracted' });
  if (!areOfContracts(filters) && groups.every((group) => group === 'month' || group === 'status')) {
    ways.push({ sums: 'rolled-up' });
    if (!groups.includes('month')) ways.push({ sums: 'rolled-up-subtracted' });
  }
  return ways;
}

// Costs as in `choose`.

/** To add a payment to the sums of its contract. */
const add = 4;
/** To count the contract of a payment, or of its totals. */
const count = 1;
/** Totals of a contract: one for each status. */
const statuses = 5;

/** The way that reads least. */
export function chooseSummary(groups: Group[], filters: string[], requested: Requested, hints: Hints): SummaryWay {
  const { inside, outside, share, contracts } = countsOf(requested, hints);
  const allContracts = hints.company.contracts;
  const costs: Record<SummaryWay['sums'], number> = {
    read: inside + add * share * inside,
    'looked-up': lookUp * contracts + (1 + add) * share * inside,
    subtracted:
      periods + (1 + add) * (groups.includes('status') ? statuses : 2) * allContracts + outside + add * share * outside,
    'rolled-up': periods + sampled(groups, requested, inside, contracts),
    'rolled-up-subtracted': periods + (1 + count) * (statuses + 1) * allContracts + 2 * outside,
  };
  return leastOf(summaryWaysOf(groups, filters), ({ sums }) => costs[sums]);
}

/** To count the contracts of each month and status, seen in a sample of its payments where it has more than those. */
function sampled(
  groups: Group[],
  { fromDate, toDate, scheduledPaymentStatuses }: Requested,
  inside: number,
  contracts: number,
): number {
  const [from, to] = [new Date(fromDate), new Date(toDate)];
  const months = 12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth() + 1;
  const statusesCount = scheduledPaymentStatuses?.length ?? statuses;
  const counted = (groups.includes('month') ? months : 1) * (groups.includes('status') ? statusesCount : 1);
  const atMost = counted * 2 * contracts;
  if (inside <= atMost) return (1 + count) * inside;
  // Of two payments a contract, one contract of seven sees none.
  return (1 + count) * atMost + counted * contracts * (1 + lookUp / 7);
}
