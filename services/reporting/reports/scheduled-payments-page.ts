import { ScheduledPaymentStatus } from '../../../proto/generated/clientreporting/reporting/ScheduledPaymentStatus.ts';
import type { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { contractOrder } from '../sql/contracts.ts';
import { fromInstant, untilInstant } from '../sql/date-segments.ts';
import { offset } from '../sql/page.ts';
import { sql } from '../sql/statement.ts';
import { companyTotals, inRange, paymentsCount } from './scheduled-payments-totals.ts';

export type PaymentSortField = (typeof scheduledPaymentsDefinition.sortFields)[number];

/** The ids of the page's payments, in order. */
export function pageOfPayments(sortField: PaymentSortField, direction: string, filtered: boolean): string {
  switch (sortField) {
    case 'scheduledPaymentOn':
      return filtered ? sortOrScanIndex('scheduled_payment_on', direction, filtered) : seekByDay(direction);
    case 'scheduledPaymentStatus':
      return sortOrScanIndex('scheduled_payment_on', direction, filtered, `${statusOrder(direction)}, `);
    case 'budget':
      return sortOrScanIndex('amount', direction, filtered);
    case 'paidAmount':
      return sortOrScanIndex('paid_amount', direction, filtered);
    case 'contract':
    case 'contractor':
      return scanByContract(sortField, direction, filtered);
    default:
      return sortField satisfies never;
  }
}

const many = '5000';

/**
 * Few payments are read by contract or date, and sorted. Of many, a page's worth is soon met when scanning the company's
 * payments of each status in the order of the key.
 */
function sortOrScanIndex(key: string, direction: string, filtered: boolean, firstKey = ''): string {
  const order = `p.${key} ${direction}, p.id ${direction}`;
  const byDate = key === 'scheduled_payment_on';
  return sql`
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      ${filtered ? 'cross join contract_filter' : ''}
      cross join lateral (
        select p.id, p.status, p.${key}
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = status_filter.status
          and ${inRange}
          ${filtered ? 'and p.contract_id = contract_filter.id' : ''}
        offset 0
      ) p
      where (${paymentsCount}) <= ${many}
      order by ${firstKey}${order}
      limit :itemsPerPage offset ${offset}
    )
    union all
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.status, p.${key}
        from (
          -- A fence: the filters must not lead the planner away from the index that has this order.
          select * from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status
            ${byDate ? `and ${inRange}` : ''}
          order by ${order}
          offset 0
        ) p
        where ${inRange}
          ${filtered ? 'and (p.contract_id in (select id from contract_filter)) is true' : ''}
        order by ${order}
        limit ${offset} + :itemsPerPage
      ) p
      where (${paymentsCount}) > ${many}
      order by ${firstKey}${order}
      limit :itemsPerPage offset ${offset}
    )`;
}

export function statusOrder(direction: string): string {
  return `array_position('{${Object.keys(ScheduledPaymentStatus).join(',')}}', p.status) ${direction}`;
}

/** A page far in begins at the day that the counts say it begins on; only that day's rows are passed over. */
function seekByDay(direction: string): string {
  const day = 'to_timestamp((select sought[1] from sought))';
  const rest = `(${offset} - coalesce((select sought[2] from sought), 0))`;
  const [from, until] =
    direction === 'asc'
      ? [`coalesce(${day}, ${fromInstant})`, untilInstant]
      : [fromInstant, `coalesce(${day} + interval '24 hours', ${untilInstant})`];
  return sql`
    with sought as materialized (
      select (
        select array[extract(epoch from day)::bigint, passed]
        from (
          select day, payments_count, sum(payments_count) over (order by day ${direction}) - payments_count as passed
          from (
            select day, sum(payments_count)::bigint as payments_count
            from (
              ${companyTotals}
            ) days
            group by day
          ) days
        ) days
        where :page::bigint > 1 and passed + payments_count > ${offset}
        order by day ${direction}
        limit 1
      ) as sought
    )
    select p.id
    from unnest(:statuses::text[]) status_filter (status)
    cross join lateral (
      select p.id, p.scheduled_payment_on
      from reporting.scheduled_payments p
      where p.company_id = :companyId and p.status = status_filter.status
        and p.scheduled_payment_on >= ${from}
        and p.scheduled_payment_on < ${until}
      order by p.scheduled_payment_on ${direction}, p.id ${direction}
      limit ${rest} + :itemsPerPage
    ) p
    order by p.scheduled_payment_on ${direction}, p.id ${direction}
    limit :itemsPerPage offset ${rest}`;
}

/** Contracts are scanned in their order until the page is full. */
function scanByContract(sortField: 'contract' | 'contractor', direction: string, filtered: boolean): string {
  return sql`
    select p.id
    from (
      select c.id, row_number() over (order by ${contractOrder(sortField, direction)}) as position
      from reporting.contracts c
      join reporting.people contractor on contractor.id = c.contractor_id
      where c.company_id = :companyId and c.type = 'fixed'
        ${filtered ? 'and c.id = any (array(select id from contract_filter))' : ''}
      order by position
      offset 0
    ) c
    cross join lateral (
      select p.id, p.scheduled_payment_on
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.contract_id = c.id and p.status = status_filter.status
          and ${inRange}
        order by p.scheduled_payment_on ${direction}, p.id ${direction}
        limit ${offset} + :itemsPerPage
      ) p
      order by p.scheduled_payment_on ${direction}, p.id ${direction}
      limit ${offset} + :itemsPerPage
    ) p
    order by c.position, p.scheduled_payment_on ${direction}, p.id ${direction}
    limit :itemsPerPage offset ${offset}`;
}
