import type pg from 'pg';
import type {
  _clientreporting_reporting_ListScheduledPaymentsRequest_SortField__Output as SortField,
  ListScheduledPaymentsRequest__Output,
} from '../../proto/generated/clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import type { ListScheduledPaymentsResponse__Output } from '../../proto/generated/clientreporting/reporting/ListScheduledPaymentsResponse.ts';
import type { ScheduledPayment__Output } from '../../proto/generated/clientreporting/reporting/ScheduledPayment.ts';
import type { ScheduledPaymentsStatistics__Output } from '../../proto/generated/clientreporting/reporting/ScheduledPaymentsStatistics.ts';
import { runStatement } from '../../runtime/database.ts';
import type { Statement } from '../../runtime/database.ts';
import { byContractor, byTitle, contractJoins, contractObject, orderBy } from './contract.ts';
import { filterOf, paginationOf } from './pagination.ts';

/** One page of a company's payments and the statistics of all that match, in one statement: one snapshot. */
export async function listScheduledPayments(
  pool: pg.Pool,
  request: ListScheduledPaymentsRequest__Output,
  signal: AbortSignal,
): Promise<ListScheduledPaymentsResponse__Output> {
  const [report] = await runStatement<Report>(
    pool,
    statementOf(request),
    [
      request.companyId,
      request.fromDate,
      request.toDate,
      filterOf(request.teamIds),
      filterOf(request.contractorIds),
      filterOf(request.scheduledPaymentStatuses),
      request.itemsPerPage,
      request.page,
    ],
    signal,
  );
  if (!report) throw new Error('an aggregate is one row, always');
  const { results, statistics } = report;
  return { results, statistics, pagination: paginationOf(request, statistics.scheduledPaymentsCount) };
}

type Report = { results: ScheduledPayment__Output[]; statistics: ScheduledPaymentsStatistics__Output };

function statementOf({ sortField, sortOrder }: ListScheduledPaymentsRequest__Output): Statement {
  const order = orderBy([...sortKeys(sortField), 'p.id'], sortOrder);
  return {
    name: `scheduled-payments-${sortField}-${sortOrder}`,
    text: `
      with matching as materialized (
        select p.*
        from reporting.scheduled_payments p
        join reporting.contracts c on c.company_id = p.company_id and c.id = p.contract_id
        where p.company_id = $1
          and p.scheduled_payment_on >= $2::date::timestamp at time zone 'UTC'
          and p.scheduled_payment_on < ($3::date + 1)::timestamp at time zone 'UTC'
          and ($4::text[] is null or c.team_id = any ($4))
          and ($5::text[] is null or c.contractor_id = any ($5))
          and ($6::text[] is null or p.status = any ($6))
      ),
      page as (
        select
          row_number() over (order by ${order}) as position,
          jsonb_build_object(
            '_id', p.id,
            'name', p.name,
            'amount', p.amount,
            'paidAmount', p.paid_amount,
            'status', p.status,
            'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'contract', ${contractObject}
          ) as payment
        from matching p
        join reporting.contracts c on c.company_id = p.company_id and c.id = p.contract_id
        ${contractJoins}
        order by position
        limit $7 offset ($8::bigint - 1) * $7
      )
      select
        coalesce((select jsonb_agg(payment order by position) from page), '[]') as results,
        jsonb_build_object(
          'contractsCount', count(distinct contract_id),
          'scheduledPaymentsCount', count(*),
          'paidScheduledPaymentsCount', count(*) filter (where status = 'paid'),
          'totalScheduledPaymentsPaidAmount', coalesce(sum(paid_amount), 0)
        ) as statistics
      from matching`,
  };
}

function sortKeys(sortField: SortField): string[] {
  switch (sortField) {
    case 'scheduledPaymentOn':
    case 'date':
      return ['p.scheduled_payment_on'];
    case 'budget':
      return ['p.amount'];
    case 'paidAmount':
      return ['p.paid_amount'];
    case 'scheduledPaymentStatus':
      return [`array_position('{upcoming,processing,failed,paid,deleted}', p.status)`];
    case 'contract':
      return byTitle;
    case 'contractor':
      return byContractor;
    default:
      return sortField satisfies never;
  }
}
