import type {
  _clientreporting_reporting_ListScheduledPaymentsRequest_SortField__Output as SortField,
  ListScheduledPaymentsRequest__Output,
} from '../../proto/generated/clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import type { Admitted } from './admission.ts';
import { contractJoins, matchingOf, personColumns, teamColumns, wantedContracts } from './contract.ts';
import { pageOf } from './payment-page.ts';
import {
  companyTotals,
  contractsCount,
  contractTotals,
  matchingCount,
  periodsOf,
  wantedStatuses,
} from './payment-totals.ts';
import { unlessKnown } from './report.ts';
import type { Question } from './report.ts';
import { currentVersion } from './version.ts';

/**
 * The question for one page of a company's payments and the statistics of all that match. Its $11 is the statuses.
 * Nothing is counted or summed by reading payments but those of the days at the ends of the range; a page is cut from
 * index ranges that are in order already.
 */
export function scheduledPayments(request: Admitted<ListScheduledPaymentsRequest__Output>): Question {
  const { scheduledPaymentStatuses, itemsPerPage, page, teamIds, contractorIds } = request;
  const { sortField, sortOrder } = request;
  const filtered = teamIds.length > 0 || contractorIds.length > 0;
  return {
    report: 'scheduled-payments',
    name: `scheduled-payments-${sortField}-${sortOrder}${filtered ? '-filtered' : ''}`,
    text: () => statementText(sortField, sortOrder, filtered),
    matching: matchingOf(request),
    alsoMatching: [wantedStatuses(scheduledPaymentStatuses)],
    periods: () => periodsOf(request, filtered),
    page,
    itemsPerPage,
    ifNoneMatch: request.ifNoneMatch,
  };
}

function statementText(sortField: SortField, direction: string, filtered: boolean): string {
  return `
    with current as materialized (${currentVersion}),
    wanted as materialized (${wantedContracts('fixed')}),
    totals as materialized (
      select
        coalesce(sum(payments_count), 0)::bigint as payments_count,
        coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
        coalesce(sum(paid_amount), 0) as paid_amount
      from (${filtered ? contractTotals : companyTotals}) totals
    ),
    page as materialized (
      select id, row_number() over () as position
      from (${pageOf(sortField, direction, filtered)}) page
    )
    select
      (select version from current) as version,
      ${matchingCount}::float8 as "totalCount",
      ${unlessKnown(`
        (select json_build_object(
          'contractsCount', (${contractsCount(filtered)}),
          'scheduledPaymentsCount', payments_count,
          'paidScheduledPaymentsCount', paid_payments_count,
          'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
        )::text from totals)`)} as statistics,
      (
        select json_agg(${paymentOf(contractSummary)} order by page.position)
        from page
        join reporting.scheduled_payments p on p.company_id = $1 and p.id = page.id
        join reporting.contracts c on c.company_id = $1 and c.id = p.contract_id
        ${contractJoins}
      )::text as results`;
}

/** A row of the report, of the payment `p`. */
export function paymentOf(contract: string): string {
  return `json_build_object(
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
export const contractSummary = `json_build_object(
  '_id', c.id,
  'title', c.title,
  'contractor', ${personColumns('contractor')},
  'employer', ${personColumns('employer')},
  'team', case when team.id is not null then ${teamColumns} end
)`;
