import type { _clientreporting_reporting_ListScheduledPaymentsRequest_SortField__Output as SortField } from '../../../proto/generated/clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import { contractFilter, contractJoins, personJson, teamJson } from '../sql/contracts.ts';
import { sql } from '../sql/statement.ts';
import { currentVersion, unlessCached } from './data-version.ts';
import { pageOfPayments } from './scheduled-payments-page.ts';
import { companyTotals, contractsCount, contractTotals, paymentsCount } from './scheduled-payments-totals.ts';

/**
 * The statement of a page. Nothing is counted or summed by reading payments but those of the days at the ends of the range;
 * a page is cut from index ranges that are in order already. See docs/sql/scheduled-payments.sql for what it becomes.
 */
export function scheduledPaymentsStatement(sortField: SortField, direction: string, filtered: boolean): string {
  return sql`
    with current as materialized (
      ${currentVersion}
    ),
    ${filtered ? contractFilterCte : ''}
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
          select json_build_object(
            'contractsCount', (
              ${contractsCount(filtered)}
            ),
            'scheduledPaymentsCount', payments_count,
            'paidScheduledPaymentsCount', paid_payments_count,
            'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
          )::text
          from totals
        )`)} as statistics,
      (
        select json_agg(
          ${paymentJson(contractJson)}
          order by page.position
        )
        from page
        join reporting.scheduled_payments p on p.company_id = :companyId and p.id = page.id
        join reporting.contracts c on c.company_id = :companyId and c.id = p.contract_id
        ${contractJoins}
      )::text as results`;
}

const contractFilterCte = sql`
  contract_filter as materialized (
    ${contractFilter('fixed')}
  ),`;

/** A row of the report, of the payment `p`. */
export function paymentJson(contract: string): string {
  return sql`
    json_build_object(
      '_id', p.id,
      'name', p.name,
      'amount', trim_scale(p.amount),
      'paidAmount', trim_scale(p.paid_amount),
      'status', p.status,
      'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'contract', ${contract}
    )`;
}

/** The contract `c` with its joins. */
export const contractJson = sql`
  json_build_object(
    '_id', c.id,
    'title', c.title,
    'contractor', ${personJson('contractor')},
    'employer', ${personJson('employer')},
    'team', case when team.id is not null then ${teamJson} end
  )`;
