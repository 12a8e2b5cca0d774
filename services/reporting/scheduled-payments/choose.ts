import type { CompanyHints, Hints, Order } from '../answers/report.ts';
import { dayOf } from '../sql/date-segments.ts';

/**
 * How count and statistics are found:
 * - `read`: the payments in the range are read, and those of other contracts than the filter's left out.
 * - `looked-up`: the payments of each contract of the filter are read.
 * - `sampled`, `grouped`, `subtracted`: from the company's totals by day and month. The contracts with a payment are, in this order: seen in
 *   a sample of the payments or else looked up one by one; those of the payments within the range; all without those whose
 *   payments lie outside of it.
 * - `contracts-subtracted`: from the totals of the contracts of the filter, without their payments outside of the range.
 */
const totalsWays = {
  company: ['read', 'sampled', 'grouped', 'subtracted'],
  filter: ['read', 'looked-up', 'contracts-subtracted'],
} as const;

export type TotalsWay = (typeof totalsWays)[keyof typeof totalsWays][number];

/** How the page is found: the payments that were read are sorted, or payments are scanned in its order until it is full. */
export type PageWay = 'sorted' | 'scanned';

export type Way = { totals: TotalsWay; page: PageWay };

/** Whether `matching` has all payments that match. */
function readsPayments(totals: TotalsWay): totals is 'read' | 'looked-up' {
  return totals === 'read' || totals === 'looked-up';
}

/** Every way that applies, the plainest first. */
export function waysOf({ sortField, filters }: Omit<Order, 'direction'>): Way[] {
  return totalsWays[filters.length > 0 ? 'filter' : 'company'].flatMap((totals): Way[] => {
    if (!readsPayments(totals)) return [{ totals, page: 'scanned' }];
    // To sort by contracts, these must be looked up, so that scanning may be less.
    return byContract(sortField)
      ? [
          { totals, page: 'sorted' },
          { totals, page: 'scanned' },
        ]
      : [{ totals, page: 'sorted' }];
  });
}

const byContract = (sortField: string) => sortField === 'contract' || sortField === 'contractor';

type Asked = {
  fromDate: string;
  toDate: string;
  scheduledPaymentStatuses: string[] | null;
  batchOffset: number;
  batchSize: number;
};

// Costs are in entries of an index that are read one after the other, about 0.3 us each.

/** To find an entry. */
const lookUp = 12;
/** To keep a payment for counting, summing and sorting. */
const keep = 3;
/** To look up the contract of a payment and sort by it. */
const contractOf = 12;
/** To read totals by day and month, and to seek by them. */
const periods = 3_000;
/** To add totals of contracts to payments outside of the range. */
const subtraction = 1_000;

/** The way that reads least. */
export function choose(order: Omit<Order, 'direction'>, asked: Asked, { company, filter }: Hints): Way {
  const { sortField } = order;
  const { inside, outside } = countsOf(company, asked, asked.scheduledPaymentStatuses);
  const { contracts } = filter ?? company;
  const share = filter ? Math.min(1, filter.count / Math.max(1, countsOf(company, asked).all)) : 1;
  const matching = Math.max(1, share * inside);

  const ofTotals: Record<TotalsWay, number> = {
    read: inside + keep * matching,
    'looked-up': lookUp * contracts + matching + keep * matching,
    sampled: periods + lookUp * contracts,
    grouped: periods + inside,
    subtracted: periods + contracts + outside,
    'contracts-subtracted': subtraction + 2 * company.contracts + outside,
  };
  /** The part of all rows that is passed over until the page is full. */
  const part = Math.min(1, (asked.batchOffset + asked.batchSize) / matching);
  const scanned = (): number => {
    if (byContract(sortField)) return part * (company.contracts + lookUp * contracts + matching);
    if (sortField === 'scheduledPaymentOn') return filter ? part * inside : 0;
    return sortField === 'scheduledPaymentStatus' && !filter ? 0 : part * (inside + outside);
  };
  const ofPage: Record<PageWay, number> = {
    sorted: byContract(sortField) ? contractOf * matching : 0,
    scanned: scanned(),
  };

  const cost = ({ totals, page }: Way) => ofTotals[totals] + ofPage[page];
  return waysOf(order).reduce((best, way) => (cost(way) < cost(best) ? way : best));
}

/** About how many rows lie within the range, and how many without. */
export function countsOf(
  { months }: CompanyHints,
  range: { fromDate: string; toDate: string },
  statuses: string[] | null = null,
): { inside: number; outside: number; all: number } {
  let [inside, outside] = [0, 0];
  const [from, until] = [dayOf(range.fromDate), dayOf(range.toDate) + 1];
  for (const { firstDay, days, status, count } of months) {
    if (statuses?.includes(status) === false) continue;
    const share = Math.max(0, Math.min(firstDay + days, until) - Math.max(firstDay, from)) / days;
    inside += share * count;
    outside += (1 - share) * count;
  }
  return { inside, outside, all: inside + outside };
}
