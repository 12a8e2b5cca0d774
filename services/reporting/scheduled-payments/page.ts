import type { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { fromInstant, untilInstant } from '../sql/date-segments.ts';
import { sql } from '../sql/statement.ts';
import { batchOffset, batchSize } from '../reports/page-batch.ts';
import { pageByContract } from './by-contract.ts';
import { matchingPayments } from './matching.ts';
import { allStatuses, inRange, looksUpContracts, paymentsCount, periodsInRange } from './totals.ts';

export type PaymentSortField = (typeof scheduledPaymentsDefinition.sortFields)[number];

/** The ids of the batch's payments, in order. */
export function pageOfPayments(sortField: PaymentSortField, direction: string, filtered: boolean): string {
  switch (sortField) {
    case 'scheduledPaymentOn':
      return filtered ? sortOrScan('scheduled_payment_on', direction, filtered) : seekByDate(direction);
    case 'scheduledPaymentStatus':
      return filtered ? sortOrScanByStatus(direction) : seekByStatus(direction);
    case 'budget':
      return sortOrScan('amount', direction, filtered);
    case 'paidAmount':
      return sortOrScan('paid_amount', direction, filtered);
    case 'contract':
    case 'contractor':
      return pageByContract(sortField, direction, filtered);
    default:
      return sortField satisfies never;
  }
}

export function statusOrder(direction: string): string {
  return `array_position('{${allStatuses.join(',')}}', p.status) ${direction}`;
}

const cut = `limit ${batchSize} offset ${batchOffset}`;

/**
 * `choice`: whether matching payments are sorted. They are where reading all of them is less than what a scan in the order of the
 * page might pass over.
 */
const choice = (filtered: boolean) => sql`
  choice as materialized (
    select ${filtered ? `case when ${looksUpContracts} then ${paymentsCount} else payments_in_range end` : 'payments_in_range'}
      <= 5000 + least(
        payments_count / 2,
        8 * (${batchOffset} + ${batchSize}) * payments_count / greatest(${paymentsCount}, 1)
      ) as sorts
    from company
  )`;
const sorts = '(select sorts from choice)';

/** Payments of each status, in the order of an index that begins with the status: merged, they are in order too. */
function inOrder(key: string, direction: string, from = fromInstant, until = untilInstant): string {
  const ofStatus = allStatuses.map(
    (status) => sql`
      (
        select p.id, p.contract_id, p.${key}
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = '${status}' and '${status}' = any (:statuses)
          and p.scheduled_payment_on >= ${from} and p.scheduled_payment_on < ${until}
        order by p.${key} ${direction}, p.id ${direction}
      )`,
  );
  return sql`
    ${ofStatus.join('\nunion all\n')}
    order by ${key} ${direction}, id ${direction}
    offset 0`;
}

function sortOrScan(key: string, direction: string, filtered: boolean): string {
  const order = `p.${key} ${direction}, p.id ${direction}`;
  return sql`
    with ${choice(filtered)}
    (
      select p.id
      from (
        ${matchingPayments(filtered)}
      ) p
      where ${sorts}
      order by ${order}
      ${cut}
    )
    union all
    (
      select p.id
      from (
        ${inOrder(key, direction)}
      ) p
      where not ${sorts} ${filtered ? 'and (p.contract_id in (select id from contract_filter)) is true' : ''}
      order by ${order}
      ${cut}
    )`;
}

function sortOrScanByStatus(direction: string): string {
  const byDate = `p.scheduled_payment_on ${direction}, p.id ${direction}`;
  return sql`
    with ${choice(true)}
    (
      select p.id
      from (
        ${matchingPayments(true)}
      ) p
      where ${sorts}
      order by ${statusOrder(direction)}, ${byDate}
      ${cut}
    )
    union all
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.status, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = status_filter.status and ${inRange}
          and (p.contract_id in (select id from contract_filter)) is true
        order by ${byDate}
        limit ${batchOffset} + ${batchSize}
      ) p
      where not ${sorts}
      order by ${statusOrder(direction)}, ${byDate}
      ${cut}
    )`;
}

/** The periods that the page is in, by their counts, and how many payments stand before the first of them. */
function pagePeriods(group: string, order: string): string {
  return sql`
    page_periods as materialized (
      select *, min(passed) over () as skipped
      from (
        select
          ${group},
          sum(payments_count) as payments_count,
          sum(sum(payments_count)) over (order by ${order}) - sum(payments_count) as passed
        from (
          ${periodsInRange}
        ) p
        group by ${group}
      ) p
      where passed < ${batchOffset} + ${batchSize} and passed + payments_count > ${batchOffset}
    )`;
}

const rest = `(${batchOffset} - (select min(skipped) from page_periods))`;

const startsAt = `(start::timestamp at time zone 'UTC')`;
const endsAt = `((start + ('1 ' || unit)::interval) at time zone 'UTC')`;

function seekByDate(direction: string): string {
  return sql`
    with ${pagePeriods('unit, start', `start ${direction}`)},
    span as materialized (
      select min(${startsAt}) as first, max(${endsAt}) as last
      from page_periods
    )
    select p.id
    from (
      ${inOrder('scheduled_payment_on', direction, '(select first from span)', '(select last from span)')}
    ) p
    order by p.scheduled_payment_on ${direction}, p.id ${direction}
    limit ${batchSize} offset ${rest}`;
}

function seekByStatus(direction: string): string {
  const byDate = `p.scheduled_payment_on ${direction}, p.id ${direction}`;
  return sql`
    with ${pagePeriods('status, unit, start', `${statusOrder(direction)}, start ${direction}`)},
    spans as materialized (
      select status, min(${startsAt}) as first, max(${endsAt}) as last
      from page_periods
      group by status
    )
    select p.id
    from spans
    cross join lateral (
      select p.id, p.status, p.scheduled_payment_on
      from reporting.scheduled_payments p
      where p.company_id = :companyId and p.status = spans.status
        and p.scheduled_payment_on >= spans.first and p.scheduled_payment_on < spans.last
      order by ${byDate}
      limit ${rest} + ${batchSize}
    ) p
    order by ${statusOrder(direction)}, ${byDate}
    limit ${batchSize} offset ${rest}`;
}
