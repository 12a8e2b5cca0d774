import type { Group } from '../../../proto/report.ts';
import type { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { summaryOf } from '../answers/summary.ts';
import type { ContractFilter } from '../answers/report.ts';
import { contractFilter } from '../sql/contracts.ts';
import { groupKeys, keyJoin, ownGroups } from '../sql/groups.ts';
import { sql } from '../sql/statement.ts';
import { chooseSummary, summaryWaysOf } from './choose-summary.ts';
import type { SummaryWay } from './choose-summary.ts';
import { hints } from './hints.ts';
import { scheduledPayments } from './scheduled-payments.ts';
import {
  lookedUp,
  matchingPayments,
  ofFilter,
  outside,
  paymentsInRange,
  periods,
  sampleSize,
  seenAndUnseen,
  seenIn,
  statistics,
  totals,
} from './totals.ts';

type Filter = keyof typeof scheduledPaymentsDefinition.filters;

const sums = sql`
  sum(payments_count)::bigint as payments_count, coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
  sum(amount) as amount, sum(paid_amount) as paid_amount`;

/** The sums of payments by groups. */
export function paymentsSummary(groups: Group[]) {
  return summaryOf<SummaryWay, Filter>(scheduledPayments, groups, {
    choice: {
      hints,
      waysOf: ({ filters }) => summaryWaysOf(groups, filters),
      choose: ({ filters }, asked, counts) => chooseSummary(groups, filters, asked, counts),
    },
    ctes: ({ sums: way }, filters) => {
      if (way === 'rolled-up') return [paymentsInRange, ...totals('sampled', []), rolledUpGroups(groups)];
      if (way === 'rolled-up-subtracted') return [...totals('subtracted', []), contractsOfStatuses, statusGroups];
      return [
        contractFilter('fixed', filters),
        way === 'subtracted' ? '' : paymentsInRange,
        way === 'read' && groups.includes('month') ? periods : '',
        sumsOfContracts(way, groups, filters),
        groupsOfSums(groups),
        totalsOfSums(groups),
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

const monthOf = (instant: string) => `date_trunc('month', ${instant} at time zone 'UTC')::date`;

/** The CTE `sums`: of each contract, and of its months and statuses where these are groups. */
function sumsOfContracts(way: 'read' | 'looked-up' | 'subtracted', groups: Group[], filters: ContractFilter[]): string {
  const keys = ['contract_id', ...ownGroups(groups)];
  const text = {
    read: () => (groups.includes('month') ? countedByMonth(keys, filters) : counted(keys, matchingPayments(filters))),
    'looked-up': () =>
      counted(
        keys,
        sql`
          from (
            select p.contract_id, p.status, ${monthOf('p.scheduled_payment_on')} as start, p.amount, p.paid_amount
            ${lookedUp}
          ) p`,
      ),
    subtracted: () => subtracted(keys, groups.includes('status'), filters),
  };
  return sql`
    sums as materialized (
      ${text[way]()}
    )`;
}

function counted(keys: string[], payments: string): string {
  return sql`
    select ${keys.join(', ')}, count(*) as payments_count, count(*) filter (where status = 'paid') as paid_payments_count,
      sum(amount) as amount, sum(paid_amount) as paid_amount
    ${payments}
    group by ${keys.join(', ')}`;
}

/** Month by month: sums of all contracts in all months at once would not fit into memory. */
function countedByMonth(keys: string[], filters: ContractFilter[]): string {
  return sql`
    select of_month.*, g.start
    from (select date_trunc('month', start::timestamp)::date as start from periods group by 1) g
    cross join lateral (
      ${counted(
        keys.filter((key) => key !== 'start'),
        `${matchingPayments(filters)} ${inMonth}`,
      )} offset 0
    ) of_month`;
}

function subtracted(keys: string[], byStatus: boolean, filters: ContractFilter[]): string {
  const read = byStatus ? ':scheduledPaymentStatuses' : ':periodStatuses';
  const ofStatuses = (sum: string) => (byStatus ? sum : `case when status = any (:countedStatuses) then ${sum} end`);
  return sql`
    select ${keys.join(', ')}, ${sums}
    from (
      select contract_id, status, ${ofStatuses('payments_count::float8')} as payments_count,
        ${ofStatuses('amount')} as amount, ${ofStatuses('paid_amount')} as paid_amount,
        case when status = 'paid' then payments_count::float8 end as paid_payments_count
      from reporting.payment_periods
      where company_id = :companyId and status = any (${read}) ${filters.length > 0 ? `and ${ofFilter('payment_periods')}` : ''}
      union all
      ${outside("p.contract_id, p.status, -1::float8, -p.amount, -p.paid_amount, case when p.status = 'paid' then -1::float8 end", filters)}
    ) p
    group by ${keys.join(', ')} having sum(payments_count) > 0`;
}

/** A contract has one row in a group. */
function groupsOfSums(groups: Group[]): string {
  return sql`
    groups as materialized (
      select ${groupKeys(groups).join(', ')}, count(*) as contracts_count, ${sums}
      from sums s
      ${keyJoin(groups)}
      group by ${groupKeys(groups).join(', ')}
    )`;
}

function totalsOfSums(groups: Group[]): string {
  const contracts =
    ownGroups(groups).length > 0
      ? '(select count(*) from (select from sums group by contract_id) contracts)'
      : 'count(*)';
  return sql`
    totals as materialized (
      select ${contracts} as contracts_count, coalesce(sum(payments_count), 0)::bigint as payments_count,
        coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
        coalesce(sum(amount), 0) as amount, coalesce(sum(paid_amount), 0) as paid_amount
      from sums
    )`;
}

/** The totals of each month and status, and what else is selected of them. */
function totalsOf(groups: Group[], others = ''): string {
  const keys = groups.map((group) =>
    group === 'month' ? `date_trunc('month', start::timestamp)::date as start` : group,
  );
  return sql`
    select ${keys.join(', ')}, sum(payments_count)::bigint as payments_count,
      coalesce(sum(payments_count) filter (where status = 'paid'), 0)::bigint as paid_payments_count,
      sum(amount) as amount, sum(paid_amount) as paid_amount${others}
    from periods group by ${groups.map((_, index) => index + 1).join(', ')} having sum(payments_count) > 0`;
}

/**
 * The contracts of each month and status are counted: those of one month may be those of another. As in `totals`, most are seen in a part
 * of the payments, and the others are looked up.
 */
function rolledUpGroups(groups: Group[]): string {
  const status = groups.includes('status') ? 'p.status = g.status' : 'p.status = any (:scheduledPaymentStatuses)';
  const payments = `from payments p where ${status} ${groups.includes('month') ? inMonth : ''}`;
  return sql`
    groups as materialized (
      select g.*, contracts_count from (
        ${totalsOf(groups)}
      ) g
      cross join lateral (
        with ${seenIn(payments)}
        ${seenAndUnseen(payments)} and g.payments_count > ${sampleSize}
      ) contracts (contracts_count)
    )`;
}

const contractsOfStatuses = sql`
  contracts as materialized (
    select status, count(*) as contracts_count from (
      select status from (
        select status, contract_id, payments_count::float8 from reporting.payment_periods
        where company_id = :companyId and status = any (:scheduledPaymentStatuses)
        union all
        ${outside('p.status, p.contract_id, -1::float8')}
      ) p
      group by status, contract_id having sum(payments_count) > 0
    ) of_status group by status
  )`;

const statusGroups = sql`
  groups as materialized (
    ${totalsOf(['status'], ',\n(select contracts_count from contracts where contracts.status = periods.status) as contracts_count')}
  )`;
