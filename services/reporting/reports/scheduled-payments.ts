import { ScheduledPaymentStatus } from '../../../proto/generated/clientreporting/reporting/ScheduledPaymentStatus.ts';
import { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { contractFilter, contractJoins } from '../sql/contracts.ts';
import { dateSegments, wholePeriods } from '../sql/date-segments.ts';
import { jsonOf } from '../sql/fields.ts';
import type { Expressions } from '../sql/fields.ts';
import { sql } from '../sql/statement.ts';
import { currentVersion, unlessCached } from './data-version.ts';
import { filterValues } from './report.ts';
import type { Order, Report } from './report.ts';
import { pageOfPayments } from './scheduled-payments-page.ts';
import type { PaymentSortField } from './scheduled-payments-page.ts';
import { expressions, rowsStatement } from './scheduled-payments-rows.ts';
import { companyTotals, contractsCount, contractTotals, paymentsCount } from './scheduled-payments-totals.ts';

/** The payments of a company's fixed-price contracts, with the statistics of all that match. */
export const scheduledPayments: Report<PaymentSortField> = {
  definition: scheduledPaymentsDefinition,
  // Each status once; all of them where none is given.
  filterValues: (request) => {
    const given = new Set(request.scheduledPaymentStatuses);
    return { ...filterValues(request), statuses: given.size > 0 ? [...given] : Object.values(ScheduledPaymentStatus) };
  },
  // Of contracts, those that their totals are summed up from; of a company, the periods in which most of its contracts are seen.
  dateSegments: (range, filtered) =>
    JSON.stringify(filtered ? dateSegments(range, ['month', 'year']) : wholePeriods(range)),
  pageStatement,
  countStatement: (filtered) => sql`
    ${filtered ? `with ${contractFilter('fixed')}` : ''}
    select coalesce(sum(payments_count), 0)
    from (
      ${filtered ? contractTotals : companyTotals}
    ) totals`,
  rowsStatement,
};

/**
 * Nothing is counted or summed by reading payments but those of the days at the ends of the range; a page is cut from index
 * ranges that are in order already. See docs/sql/scheduled-payments.sql for what it becomes.
 */
function pageStatement({ sortField, direction, filtered }: Order<PaymentSortField>): string {
  const statistics = {
    contractsCount: sql`
      (
        ${contractsCount(filtered)}
      )`,
    scheduledPaymentsCount: 'payments_count',
    paidScheduledPaymentsCount: 'paid_payments_count',
    totalScheduledPaymentsPaidAmount: 'paid_amount',
  } satisfies Expressions<typeof scheduledPaymentsDefinition.statistics>;
  return sql`
    with current as materialized (
      ${currentVersion}
    ),
    ${filtered ? `${contractFilter('fixed')},` : ''}
    totals as materialized (
      select
        coalesce(sum(payments_count), 0)::bigint as payments_count,
        coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
        coalesce(sum(paid_amount), 0) as paid_amount
      from (
        ${filtered ? contractTotals : companyTotals}
      ) totals
    ),
    page as materialized (
      select id, row_number() over () as position
      from (
        ${pageOfPayments(sortField, direction, filtered)}
      ) page
    )
    select
      (select version from current) as version,
      (${paymentsCount})::float8 as "totalCount",
      ${unlessCached(sql`
        (
          select ${jsonOf(scheduledPaymentsDefinition.statistics, statistics)}::text
          from totals
        )`)} as statistics,
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
