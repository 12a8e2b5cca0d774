import type { _clientreporting_reporting_ListScheduledPaymentsRequest_SortField__Output as SortField } from '../../proto/generated/clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import { contractOrder } from './contract.ts';
import { companyTotals, inRange, matchingCount, statuses } from './payment-totals.ts';
import { limit, offset } from './report.ts';
import { fromInstant, untilInstant } from './span.ts';

/** The ids of the page's payments, in order. */
export function pageOf(sortField: SortField, direction: string, filtered: boolean): string {
  switch (sortField) {
    case 'scheduledPaymentOn':
    case 'date':
      return filtered ? gatheredOrWalked('scheduled_payment_on', direction, filtered) : soughtByDay(direction);
    case 'scheduledPaymentStatus':
      return gatheredOrWalked('scheduled_payment_on', direction, filtered, statusOrder(direction));
    case 'budget':
      return gatheredOrWalked('amount', direction, filtered);
    case 'paidAmount':
      return gatheredOrWalked('paid_amount', direction, filtered);
    case 'contract':
    case 'contractor':
      return walkedByContract(sortField, direction, filtered);
    default:
      return sortField satisfies never;
  }
}

const many = 5_000;

/**
 * Few payments are gathered by contract or date, and sorted. Of many, a page's worth is soon met when walking the
 * company's payments of each status in the order of the key.
 */
function gatheredOrWalked(key: string, direction: string, filtered: boolean, firstKey = ''): string {
  const order = `p.${key} ${direction}, p.id ${direction}`;
  const cut = `order by ${firstKey} ${order} ${limit} offset ${offset}`;
  return `
    (
      select p.id
      from unnest($11::text[]) wanted_status (status)
      ${filtered ? 'cross join wanted' : ''}
      cross join lateral (
        select p.id, p.status, p.${key}
        from reporting.scheduled_payments p
        where p.company_id = $1 and p.status = wanted_status.status and ${inRange}
          ${filtered ? 'and p.contract_id = wanted.id' : ''}
        offset 0
      ) p
      where ${matchingCount} <= ${many}
      ${cut}
    )
    union all
    (
      select p.id
      from unnest($11::text[]) wanted_status (status)
      cross join lateral (
        select p.id, p.status, p.${key}
        from (
          -- A fence: the filters must not lead the planner away from the index that has this order.
          select * from reporting.scheduled_payments p
          where p.company_id = $1 and p.status = wanted_status.status ${key === 'scheduled_payment_on' ? `and ${inRange}` : ''}
          order by ${order}
          offset 0
        ) p
        where ${inRange} ${filtered ? 'and (p.contract_id in (select id from wanted)) is true' : ''}
        order by ${order}
        limit ${offset} + $6
      ) p
      where ${matchingCount} > ${many}
      ${cut}
    )`;
}

export function statusOrder(direction: string): string {
  return `array_position('{${statuses.join(',')}}', p.status) ${direction},`;
}

/** A page far in begins at the day that the counts say it begins on; only that day's rows are passed over. */
function soughtByDay(direction: string): string {
  const day = `to_timestamp((select sought[1] from sought))`;
  const rest = `(${offset} - coalesce((select sought[2] from sought), 0))`;
  const [from, until] =
    direction === 'asc'
      ? [`coalesce(${day}, ${fromInstant})`, untilInstant]
      : [fromInstant, `coalesce(${day} + interval '24 hours', ${untilInstant})`];
  return `
    with sought as materialized (
      select (
        select array[extract(epoch from day)::bigint, passed]
        from (
          select day, payments_count, sum(payments_count) over (order by day ${direction}) - payments_count as passed
          from (
            select day, sum(payments_count)::bigint as payments_count
            from (${companyTotals}) days
            group by day
          ) days
        ) days
        where $7::bigint > 1 and passed + payments_count > ${offset}
        order by day ${direction}
        limit 1
      ) as sought
    )
    select p.id
    from unnest($11::text[]) wanted_status (status)
    cross join lateral (
      select p.id, p.scheduled_payment_on
      from reporting.scheduled_payments p
      where p.company_id = $1 and p.status = wanted_status.status
        and p.scheduled_payment_on >= ${from} and p.scheduled_payment_on < ${until}
      order by p.scheduled_payment_on ${direction}, p.id ${direction}
      limit ${rest} + $6
    ) p
    order by p.scheduled_payment_on ${direction}, p.id ${direction}
    ${limit} offset ${rest}`;
}

/** Contracts are walked in their order until the page is full. */
function walkedByContract(sortField: 'contract' | 'contractor', direction: string, filtered: boolean): string {
  return `
    select p.id
    from (
      select c.id, row_number() over (order by ${contractOrder(sortField, direction)}) as position
      from reporting.contracts c
      join reporting.people contractor on contractor.id = c.contractor_id
      where c.company_id = $1 and c.type = 'fixed' ${filtered ? 'and c.id = any (array(select id from wanted))' : ''}
      order by position
      offset 0
    ) c
    cross join lateral (
      select p.id, p.scheduled_payment_on
      from unnest($11::text[]) wanted_status (status)
      cross join lateral (
        select p.id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = $1 and p.contract_id = c.id and p.status = wanted_status.status and ${inRange}
        order by p.scheduled_payment_on ${direction}, p.id ${direction}
        limit ${offset} + $6
      ) p
      order by p.scheduled_payment_on ${direction}, p.id ${direction}
      limit ${offset} + $6
    ) p
    order by c.position, p.scheduled_payment_on ${direction}, p.id ${direction}
    ${limit} offset ${offset}`;
}
