import { ScheduledPaymentStatus } from '../../../proto/generated/clientreporting/reporting/ScheduledPaymentStatus.ts';
import { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { contractFilter, contractJoins } from '../sql/contracts.ts';
import { dateSegments, daysAndMonths } from '../sql/date-segments.ts';
import { jsonOf } from '../sql/fields.ts';
import type { Expressions } from '../sql/fields.ts';
import { sql } from '../sql/statement.ts';
import { currentVersion, unlessCached } from '../reports/data-version.ts';
import { batchIds, pageOf } from '../reports/page-batch.ts';
import { filterValues } from '../reports/report.ts';
import type { Order, Report } from '../reports/report.ts';
import { companyContractsCount, filteredContractsCount } from './contracts-count.ts';
import { pageOfPayments } from './page.ts';
import type { PaymentSortField } from './page.ts';
import { expressions, rowsStatement } from './rows.ts';
import { companyCounts, companyTotals, contractSums, hasPage, lookup, matched, paymentsCount } from './totals.ts';

/** The payments of a company's fixed-price contracts, with the statistics of all that match. */
export const scheduledPayments: Report<PaymentSortField> = {
  definition: scheduledPaymentsDefinition,
  // Each status once; all of them where none is given.
  filterValues: (request) => {
    const given = new Set(request.scheduledPaymentStatuses);
    return { ...filterValues(request), statuses: given.size > 0 ? [...given] : Object.values(ScheduledPaymentStatus) };
  },
  dateSegments: (range) => ({
    dateSegments: JSON.stringify(dateSegments(range, ['year'])),
    daysAndMonths: JSON.stringify(daysAndMonths(range)),
  }),
  pageStatement,
  countStatement: (filtered) => sql`
    with ${matching(filtered)}
    select payments_count
    from totals`,
  rowsStatement,
};

/** What the filters let through, and its `totals`. */
function matching(filtered: boolean): string {
  const totals = filtered ? 'select * from contract_sums' : companyTotals;
  return sql`
    ${companyCounts},
    ${filtered ? `${contractFilter('fixed')},\n${lookup},\n${contractSums},` : ''}
    totals as materialized (
      select
        coalesce(sum(payments_count), 0)::bigint as payments_count,
        coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
        coalesce(sum(paid_amount), 0) as paid_amount
      from (
        ${totals}
      ) totals
    )`;
}

/**
 * Nothing is counted or summed by reading payments but those of the days at the ends of the range; a page is cut from index
 * ranges that are in order already. See docs/sql/scheduled-payments.sql for what it becomes.
 */
function pageStatement({ sortField, direction, filtered }: Order<PaymentSortField>): string {
  const statistics = {
    contractsCount: filtered ? `(${filteredContractsCount})` : companyContractsCount,
    scheduledPaymentsCount: 'payments_count',
    paidScheduledPaymentsCount: 'paid_payments_count',
    totalScheduledPaymentsPaidAmount: 'paid_amount',
  } satisfies Expressions<typeof scheduledPaymentsDefinition.statistics>;
  return sql`
    with current as materialized (
      ${currentVersion}
    ),
    ${matching(filtered)},
    ${matched},
    ${pageOf(pageOfPayments(sortField, direction, filtered), hasPage)}
    select
      (select version from current) as version,
      (${paymentsCount})::float8 as "totalCount",
      ${unlessCached(sql`
        (
          select ${jsonOf(scheduledPaymentsDefinition.statistics, statistics)}::text
          from totals
        )`)} as statistics,
      ${unlessCached('(select first_day::text from company)')} as "firstDay",
      ${unlessCached('(select last_day::text from company)')} as "lastDay",
      ${batchIds} as "batchIds",
      (
        select json_agg(
          ${jsonOf(scheduledPaymentsDefinition.fields, expressions, scheduledPaymentsDefinition.withoutTeam)}
          order by page.position
        )
        from page
        join reporting.scheduled_payments p on p.company_id = :companyId and p.id = page.id
        join reporting.contracts c on c.company_id = :companyId and c.id = p.contract_id
        ${contractJoins}
      )::text as results`;
}
