import type { Group } from '../../../proto/report.ts';
import { summaryOf } from '../answers/summary.ts';
import { groupKeys, keyJoin, ownGroups } from '../sql/groups.ts';
import { list, sql } from '../sql/statement.ts';
import { chooseSummary, summaryWaysOf } from './choose-summary.ts';
import type { SummaryWay } from './choose-summary.ts';
import { contractsOf } from './filters.ts';
import type { PaymentFilters } from './filters.ts';
import { hints } from './hints.ts';
import { scheduledPayments } from './scheduled-payments.ts';
import {
  counted,
  fromPeriods,
  lookedUp,
  madeBy,
  matchingPayments,
  notOnlyOutside,
  paymentsInRange,
  sampleSize,
  seenAndUnseen,
  seenIn,
  statistics,
  subtracted,
  summed,
  totals,
  totalsOf,
  withSums,
} from './totals.ts';
import type { Totals } from './totals.ts';

/** The sums of payments by groups. */
export function paymentsSummary(groups: Group[]) {
  return summaryOf<SummaryWay, PaymentFilters>(scheduledPayments, groups, {
    hints,
    waysOf: ({ filters }) => summaryWaysOf(groups, filters),
    choose: ({ filters }, requested, counts) => chooseSummary(groups, filters, requested, counts),
    ctes: ({ sums: way }, filters) => {
      if (way === 'rolled-up') {
        const made = totals('sampled', [], summed);
        return [paymentsInRange(filters), ...made.ctes, rolledUpGroups(groups, made)];
      }
      if (way === 'rolled-up-subtracted') {
        const made = totals('subtracted', [], summed);
        return [...made.ctes, statusGroups(made)];
      }
      return [
        contractsOf(filters),
        way === 'subtracted' ? '' : paymentsInRange(filters),
        sumsOfContracts(way, groups, filters),
        groupsOfSums(groups),
        totalsOf(
          'sums',
          ownGroups(groups).length > 0
            ? '(select count(*) from (select from sums group by contract_id) contracts)'
            : 'count(*)',
        ),
      ];
    },
    statistics: (row) => {
      const all = { ...statistics, totalScheduledPaymentsAmount: 'amount' };
      return Object.fromEntries(Object.entries(all).map(([name, column]) => [name, `${row}.${column}`]));
    },
  });
}

/** The payments of the month `g`. */
const inMonth = `and p.scheduled_payment_on >= (g.start::timestamp at time zone 'UTC')
  and p.scheduled_payment_on < ((g.start + interval '1 month') at time zone 'UTC')`;

const monthOf = (time: string) => `date_trunc('month', ${time})::date`;

/** The CTE `sums`: of each contract, and of its months and statuses where these are groups. */
function sumsOfContracts(way: 'read' | 'looked-up' | 'subtracted', groups: Group[], filters: string[]): string {
  const keys = ['contract_id', ...ownGroups(groups)];
  const text = {
    read: () => (groups.includes('month') ? countedByMonth(keys, filters) : counted(keys, matchingPayments(filters))),
    'looked-up': () =>
      counted(
        keys,
        sql`
          from (
            select p.contract_id, p.status, ${monthOf("p.scheduled_payment_on at time zone 'UTC'")} as start, p.amount, p.paid_amount
            ${lookedUp}
          ) p`,
      ),
    subtracted: () => subtracted(keys, filters),
  };
  return sql`
    sums as materialized (
      ${text[way]()}
    )`;
}

/** Month by month: sums of all contracts in all months at once would not fit into memory. */
function countedByMonth(keys: string[], filters: string[]): string {
  return sql`
    select of_month.*, g.start
    from (
      select distinct ${monthOf('period.start::timestamp')} as start
      ${fromPeriods}
    ) g
    cross join lateral (
      ${counted(
        keys.filter((key) => key !== 'start'),
        `${matchingPayments(filters)} ${inMonth}`,
      )} offset 0
    ) of_month`;
}

/** A contract has one row in a group. */
function groupsOfSums(groups: Group[]): string {
  return sql`
    groups as materialized (
      select ${list([...groupKeys(groups), 'count(*) as contracts_count', ...summed.map((sum) => `sum(${sum}) as ${sum}`)])}
      from sums s
      ${keyJoin(groups)}
      group by ${groupKeys(groups).join(', ')}
    )`;
}

/** The totals of each month and status. */
function totalsOfPeriods(groups: Group[], { periods }: Totals): string {
  const keys = groups.map((group) => (group === 'month' ? `${monthOf('start::timestamp')} as start` : group));
  return sql`
    select ${withSums(keys)}
    from ${madeBy(periods)} group by ${groups.map((_, index) => index + 1).join(', ')} having sum(payments_count) > 0`;
}

/**
 * The contracts of each month and status are counted: those of one month may be those of another. As in `totals`, most are seen in a part
 * of the payments, and the others are looked up.
 */
function rolledUpGroups(groups: Group[], made: Totals): string {
  const status = groups.includes('status') ? 'p.status = g.status' : 'p.status = any (:scheduledPaymentStatuses)';
  const payments = `from payments p where ${status} ${groups.includes('month') ? inMonth : ''}`;
  return sql`
    groups as materialized (
      select g.*, contracts_count from (
        ${totalsOfPeriods(groups, made)}
      ) g
      cross join lateral (
        with ${seenIn(payments)}
        ${seenAndUnseen(payments)} and g.payments_count > ${sampleSize}
      ) contracts (contracts_count)
    )`;
}

const statusGroups = (made: Totals) => sql`
  groups as materialized (
    select g.*, contracts_count from (
      ${totalsOfPeriods(['status'], made)}
    ) g
    join (
      select status, count(*) as contracts_count from (
        ${notOnlyOutside(['status', 'contract_id'], ':scheduledPaymentStatuses')}
      ) of_status group by status
    ) contracts using (status)
  )`;
