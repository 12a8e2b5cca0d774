import type { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { contractOrder, contractOrderColumns, contractsInOrder } from '../sql/contracts.ts';
import { batchOffset, batchSize } from '../sql/page.ts';
import { sql } from '../sql/statement.ts';
import type { Order } from '../answers/report.ts';
import type { PageWay } from './choose.ts';
import { allStatuses, matchingPayments, ofFilter } from './totals.ts';

export type PaymentSortField = (typeof scheduledPaymentsDefinition.sortFields)[number];

type PaymentOrder = Order<PaymentSortField>;

/** The ids of the batch's payments, in order. */
export function pageOfPayments(way: PageWay, order: PaymentOrder): string {
  const { sortField, direction } = order;
  const filtered = order.filters.length > 0;
  if (way === 'sorted') return sorted(order);
  switch (sortField) {
    case 'scheduledPaymentOn':
      return filtered ? scanned('scheduled_payment_on', direction, true) : sought(sortField, direction);
    case 'scheduledPaymentStatus':
      return filtered ? scannedByStatus(direction) : sought(sortField, direction);
    case 'budget':
      return scanned('amount', direction, filtered);
    case 'paidAmount':
      return scanned('paid_amount', direction, filtered);
    case 'contract':
    case 'contractor':
      return scannedByContract(sortField, direction, filtered);
    default:
      return sortField satisfies never;
  }
}

/** The order of the payment `p`, first `byContract` where it goes by that. */
export function paymentOrder(sortField: PaymentSortField, direction: string, byContract: string): string {
  const byDate = `p.scheduled_payment_on ${direction}, p.id ${direction}`;
  switch (sortField) {
    case 'scheduledPaymentOn':
      return byDate;
    case 'scheduledPaymentStatus':
      return `array_position('{${allStatuses.join(',')}}', p.status) ${direction}, ${byDate}`;
    case 'budget':
      return `p.amount ${direction}, p.id ${direction}`;
    case 'paidAmount':
      return `p.paid_amount ${direction}, p.id ${direction}`;
    case 'contract':
    case 'contractor':
      return `${byContract}, ${byDate}`;
    default:
      return sortField satisfies never;
  }
}

const cut = `limit ${batchSize} offset ${batchOffset}`;

function sorted({ sortField, direction }: PaymentOrder): string {
  if (sortField !== 'contract' && sortField !== 'contractor') {
    return sql`
      select p.id
      from matching p
      order by ${paymentOrder(sortField, direction, '')}
      ${cut}`;
  }
  return sql`
    select p.id
    from matching p
    cross join lateral (
      select ${contractOrderColumns(sortField)} from reporting.contracts c
      where c.company_id = :companyId and c.id = p.contract_id
      offset 0
    ) c
    order by ${paymentOrder(sortField, direction, contractOrder(sortField, direction, 'c'))}
    ${cut}`;
}

/** Payments of each status, in the order of an index that begins with the status: merged, they are in order too. */
function scanned(key: string, direction: string, filtered: boolean): string {
  const order = `${key} ${direction}, id ${direction}`;
  const ofFilter = filtered ? ` and (contract_id in (select id from contract_filter)) is true` : '';
  const ofStatus = allStatuses.map(
    (status) =>
      `(select id, ${key} from payments where status = '${status}' and '${status}' = any (:scheduledPaymentStatuses)${ofFilter} order by ${order})`,
  );
  return sql`
    select id
    from (
      ${ofStatus.join(' union all\n')}
    ) p
    order by ${order}
    ${cut}`;
}

/** Of each status as many as may be on the page. */
function firstOfStatuses(sortField: PaymentSortField, direction: string, condition: string, size: string): string {
  return sql`
    cross join lateral (
      select p.id, p.status, p.scheduled_payment_on from payments p
      where p.status = spans.status and ${condition}
      order by ${paymentOrder('scheduledPaymentOn', direction, '')} limit ${size}
    ) p
    order by ${paymentOrder(sortField, direction, '')}`;
}

function scannedByStatus(direction: string): string {
  return sql`
    select p.id
    from unnest(:scheduledPaymentStatuses::text[]) spans (status)
    ${firstOfStatuses('scheduledPaymentStatus', direction, ofFilter('p'), `${batchOffset} + ${batchSize}`)}
    ${cut}`;
}

function scannedByContract(sortField: 'contract' | 'contractor', direction: string, filtered: boolean): string {
  return sql`
    select p.id
    from (
      ${contractsInOrder('fixed', sortField, direction, filtered ? 'select id from contract_filter' : undefined)}
    ) c
    cross join lateral (
      select p.id, p.scheduled_payment_on ${matchingPayments()} and p.contract_id = c.contract_id
      order by ${paymentOrder('scheduledPaymentOn', direction, '')} limit ${batchOffset} + ${batchSize}
    ) p
    order by ${paymentOrder(sortField, direction, contractOrder(sortField, direction, 'c'))}
    ${cut}`;
}

/** Begins at the periods that the batch is in, by their counts. */
function sought(sortField: 'scheduledPaymentOn' | 'scheduledPaymentStatus', direction: string): string {
  const byStatus = sortField === 'scheduledPaymentStatus';
  const group = byStatus ? 'status, unit, start' : 'unit, start';
  const order = `${byStatus ? `array_position('{${allStatuses.join(',')}}', status) ${direction}, ` : ''}start ${direction}`;
  const rest = `${batchOffset} - (select min(skipped) from spans)`;
  return sql`
    with spans as materialized (
      select ${byStatus ? 'status' : 'unnest(:scheduledPaymentStatuses::text[]) as status'}, min(passed) as skipped,
        min(start::timestamp at time zone 'UTC') as first, max((start + ('1 ' || unit)::interval) at time zone 'UTC') as last
      from (
        select ${group}, sum(payments_count) as payments_count,
          sum(sum(payments_count)) over (order by ${order}) - sum(payments_count) as passed
        from periods group by ${group}
      ) p
      where passed < ${batchOffset} + ${batchSize} and passed + payments_count > ${batchOffset}
      ${byStatus ? 'group by status' : ''}
    )
    select p.id from spans
    ${firstOfStatuses(
      sortField,
      direction,
      'p.scheduled_payment_on >= spans.first and p.scheduled_payment_on < spans.last',
      `${rest} + ${batchSize}`,
    )}
    limit ${batchSize} offset ${rest}`;
}
