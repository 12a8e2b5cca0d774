import type { Position } from '../answers/position.ts';
import type { Hints, Order } from '../answers/report.ts';
import { isOfContract } from '../sql/contracts.ts';
import { dayOf } from '../sql/date-segments.ts';
import { areInRollUps, areOfContracts } from './filters.ts';

/**
 * How count and statistics are found:
 * - `read`: the payments in the range are read, and those of other contracts than the filter's left out.
 * - `looked-up`: the payments of each contract of the filter are read.
 * - `sampled`, `grouped`, `subtracted`: from the company's totals by day and month. The contracts with a payment are, in this order: seen in
 *   a sample of the payments or else looked up one by one; those of the payments within the range; all without those whose
 *   payments lie outside of it.
 * - `contracts-subtracted`: from the totals of the contracts of the filter, without their payments outside of the range.
 */
export type TotalsWay = 'read' | 'looked-up' | 'sampled' | 'grouped' | 'subtracted' | 'contracts-subtracted';

/** How the page is found: the payments that were read are sorted, or payments are scanned in its order until it is full. */
export type PageWay = 'sorted' | 'scanned';

export type Way = { totals: TotalsWay; page: PageWay };

const fromRollUps: Record<TotalsWay, boolean> = {
  read: false,
  'looked-up': false,
  sampled: true,
  grouped: true,
  subtracted: true,
  'contracts-subtracted': true,
};

/** Every way that applies, the plainest first. */
export function waysOf({ sortField, filters }: Omit<Order, 'direction'>): [Way, ...Way[]] {
  const canAnswer = (totals: TotalsWay) => !fromRollUps[totals] || areInRollUps(filters);
  const ways = (totals: TotalsWay[], page: PageWay) => totals.filter(canAnswer).map((each) => ({ totals: each, page }));
  const ofContracts = areOfContracts(filters);
  const lookedUp: TotalsWay[] = ofContracts ? ['looked-up'] : [];
  const notRead: TotalsWay[] = ofContracts ? ['contracts-subtracted'] : ['sampled', 'grouped', 'subtracted'];
  // To sort by contracts, these must be looked up, so that scanning may be less.
  const scanned: TotalsWay[] = isOfContract(sortField) ? ['read', ...lookedUp, ...notRead] : notRead;
  return [{ totals: 'read', page: 'sorted' }, ...ways(lookedUp, 'sorted'), ...ways(scanned, 'scanned')];
}

export type Requested = { fromDate: string; toDate: string; scheduledPaymentStatuses: string[] | null };

// Costs are in entries of an index that are read one after the other, about 0.3 us each.

/** To find an entry. */
export const lookUp = 12;
/** To read totals by day and month, and to seek by them. */
export const periods = 3_000;
/** To keep a payment for counting, summing and sorting. */
const keep = 3;
/** To look up the contract of a payment and sort by it. */
const contractOf = 12;
/** To add totals of contracts to payments outside of the range. */
const subtraction = 1_000;

/** The way that reads least. */
export function choose(
  order: Omit<Order, 'direction'>,
  requested: Requested & Pick<Position, 'batchOffset' | 'batchSize'>,
  hints: Hints,
): Way {
  const { sortField, filters } = order;
  const { inside, outside, share, contracts } = countsOf(requested, hints);
  const matching = Math.max(1, share * inside);
  const allContracts = hints.company.contracts;

  const ofTotals: Record<TotalsWay, number> = {
    read: inside + keep * matching,
    'looked-up': lookUp * contracts + matching + keep * matching,
    sampled: periods + lookUp * contracts,
    grouped: periods + inside,
    subtracted: periods + contracts + outside,
    'contracts-subtracted': subtraction + 2 * allContracts + outside,
  };
  /** The part of all rows that is passed over until the page is full. */
  const part = Math.min(1, (requested.batchOffset + requested.batchSize) / matching);
  const scanned = (): number => {
    if (isOfContract(sortField)) return part * (allContracts + lookUp * contracts + matching);
    if (sortField === 'scheduledPaymentOn') return areOfContracts(filters) ? part * inside : 0;
    return sortField === 'scheduledPaymentStatus' && !areOfContracts(filters) ? 0 : part * (inside + outside);
  };
  const ofPage: Record<PageWay, number> = {
    sorted: isOfContract(sortField) ? contractOf * matching : 0,
    scanned: scanned(),
  };
  return leastOf(waysOf(order), ({ totals, page }) => ofTotals[totals] + ofPage[page]);
}

export function leastOf<OwnWay>(ways: [OwnWay, ...OwnWay[]], cost: (way: OwnWay) => number): OwnWay {
  return ways.reduce((best, way) => (cost(way) < cost(best) ? way : best));
}

/**
 * About how many payments of the statuses lie within the range, and how many without; the share of the filter in all payments, and the number
 * of its contracts.
 */
export function countsOf({ fromDate, toDate, scheduledPaymentStatuses }: Requested, { company, filter }: Hints) {
  let [inside, outside, all] = [0, 0, 0];
  const [from, until] = [dayOf(fromDate), dayOf(toDate) + 1];
  for (const { firstDay, days, status, count } of company.months) {
    all += count;
    if (scheduledPaymentStatuses?.includes(status) === false) continue;
    const share = Math.max(0, Math.min(firstDay + days, until) - Math.max(firstDay, from)) / days;
    inside += share * count;
    outside += (1 - share) * count;
  }
  const share = filter ? Math.min(1, filter.count / Math.max(1, all)) : 1;
  return { inside, outside, share, contracts: (filter ?? company).contracts };
}
