import { paymentStatuses } from '../../../proto/scheduled-payments.ts';
import type { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { contractOrder, isOfContract, selectedContracts, selectedOrder } from '../sql/contracts.ts';
import type { ContractOrder } from '../sql/contracts.ts';
import { batchOffset, batchSize } from '../sql/page.ts';
import { sql } from '../sql/statement.ts';
import type { Order } from '../answers/report.ts';
import type { PageWay } from './choose.ts';
import { areOfContracts } from './filters.ts';
import { madeBy, matchingPayments, ofFilter } from './totals.ts';
import type { Totals } from './totals.ts';

export type PaymentSortField = (typeof scheduledPaymentsDefinition.sortFields)[number];

type PaymentOrder = Order<PaymentSortField>;

/** What the payment `p` is sorted by, after its contract and before its id. */
const sortKeys: Record<PaymentSortField, string[]> = {
  scheduledPaymentOn: ['p.scheduled_payment_on'],
  budget: ['p.amount'],
  paidAmount: ['p.paid_amount'],
  scheduledPaymentStatus: [`array_position('{${paymentStatuses.join(',')}}', p.status)`, 'p.scheduled_payment_on'],
  contract: ['p.scheduled_payment_on'],
  contractor: ['p.scheduled_payment_on'],
};

/** The order of the payment `p`, first `byContract` where it goes by that. */
export function paymentOrder(sortField: PaymentSortField, direction: string, byContract: string): string {
  const own = [...sortKeys[sortField], 'p.id'].map((key) => `${key} ${direction}`);
  return (isOfContract(sortField) ? [byContract, ...own] : own).join(', ');
}

/** The ids of the batch's payments, in order. */
export function pageOfPayments(way: PageWay, order: PaymentOrder, { matching, periods }: Totals): string {
  const { sortField, filters } = order;
  if (way === 'sorted') return sorted(order, madeBy(matching));
  if (isOfContract(sortField)) return scannedByContract(sortField, order);
  if (sortField === 'budget' || sortField === 'paidAmount') return scanned(order);
  if (!areOfContracts(filters)) return sought(order, madeBy(periods));
  return sortField === 'scheduledPaymentStatus' ? scannedByStatus(order) : scanned(order);
}

const cut = `limit ${batchSize} offset ${batchOffset}`;

function sorted({ sortField, direction }: PaymentOrder, matching: string): string {
  const contract = (of: ContractOrder) => sql`
    cross join lateral (
      ${selectedContracts(of)} and c.id = p.contract_id
      offset 0
    ) c`;
  const byContract = isOfContract(sortField) ? selectedOrder(sortField, direction) : '';
  return sql`
    select p.id
    from ${matching} p
    ${isOfContract(sortField) ? contract(sortField) : ''}
    order by ${paymentOrder(sortField, direction, byContract)}
    ${cut}`;
}

/** Payments of each status, in the order of an index that begins with the status: merged, they are in order too. */
function scanned({ sortField, direction, filters }: PaymentOrder): string {
  const order = paymentOrder(sortField, direction, '');
  const ofStatus = paymentStatuses.map(
    (status) =>
      `(select p.id, ${sortKeys[sortField].join()} from payments p where p.status = '${status}' and '${status}' = any (:scheduledPaymentStatuses)${areOfContracts(filters) ? ` and ${ofFilter('p')}` : ''} order by ${order})`,
  );
  return sql`
    select p.id
    from (
      ${ofStatus.join(' union all\n')}
    ) p
    order by ${order}
    ${cut}`;
}

/** Of each status as many as may be on the page. */
function firstOfStatuses({ sortField, direction }: PaymentOrder, condition: string, size: string): string {
  return sql`
    cross join lateral (
      select p.id, p.status, p.scheduled_payment_on from payments p
      where p.status = spans.status and ${condition}
      order by ${paymentOrder('scheduledPaymentOn', direction, '')} limit ${size}
    ) p
    order by ${paymentOrder(sortField, direction, '')}`;
}

function scannedByStatus(order: PaymentOrder): string {
  return sql`
    select p.id
    from unnest(:scheduledPaymentStatuses::text[]) spans (status)
    ${firstOfStatuses(order, ofFilter('p'), `${batchOffset} + ${batchSize}`)}
    ${cut}`;
}

function scannedByContract(sortField: ContractOrder, { direction, filters }: PaymentOrder): string {
  const condition = `c.type = 'fixed' ${areOfContracts(filters) ? 'and (c.id in (select id from contract_filter)) is true' : ''}`;
  return sql`
    select p.id
    from (
      ${sortField === 'contractor' ? contractsOfSortedContractors(direction, condition) : sortedContracts(direction, condition)}
    ) c
    cross join lateral (
      select p.id, p.scheduled_payment_on ${matchingPayments()} and p.contract_id = c.id
      order by ${paymentOrder('scheduledPaymentOn', direction, '')} limit ${batchOffset} + ${batchSize}
    ) p
    order by ${paymentOrder(sortField, direction, selectedOrder(sortField, direction))}
    ${cut}`;
}

function sortedContracts(direction: string, condition: string): string {
  return sql`
    ${selectedContracts('contract')} and ${condition}
    order by ${contractOrder('contract', direction)}
    offset 0`;
}

/** Names are slow to compare, and a company has fewer contractors than contracts. Joined else, the people of all companies would be read. */
function contractsOfSortedContractors(direction: string, condition: string): string {
  const byName = ['contractor.last_name', 'contractor.first_name'].map(
    (name) => `${name} collate reporting.text_order ${direction}`,
  );
  return sql`
    select c.id, contractor.last_name, contractor.first_name, contractor.id as contractor_id
    from (
      select contractor.* from (select contractor_id from reporting.contracts where company_id = :companyId group by contractor_id offset 0) own
      cross join lateral (select id, last_name, first_name from reporting.people where id = own.contractor_id offset 0) contractor
      order by ${byName.join(', ')}, contractor.id ${direction} offset 0
    ) contractor
    cross join lateral (
      select c.id from reporting.contracts c where c.company_id = :companyId and c.contractor_id = contractor.id and ${condition} offset 0
    ) c`;
}

/** Begins at the periods that the batch is in, by their counts. */
function sought(order: PaymentOrder, periods: string): string {
  const byStatus = order.sortField === 'scheduledPaymentStatus';
  const keys = byStatus ? [sortKeys.scheduledPaymentStatus[0], 'start'] : ['start'];
  const rest = `${batchOffset} - (select min(skipped) from spans)`;
  return sql`
    with spans as materialized (
      select ${byStatus ? 'status' : 'unnest(:scheduledPaymentStatuses::text[]) as status'}, min(passed) as skipped,
        min(start::timestamp at time zone 'UTC') as first, max((start + ('1 ' || unit)::interval) at time zone 'UTC') as last
      from (
        select ${byStatus ? 'status, ' : ''}unit, start, sum(payments_count) as payments_count,
          sum(sum(payments_count)) over (order by ${keys.map((key) => `${key} ${order.direction}`).join(', ')}) - sum(payments_count) as passed
        from ${periods} p group by ${byStatus ? 'status, ' : ''}unit, start
      ) p
      where passed < ${batchOffset} + ${batchSize} and passed + payments_count > ${batchOffset}
      ${byStatus ? 'group by status' : ''}
    )
    select p.id from spans
    ${firstOfStatuses(
      order,
      'p.scheduled_payment_on >= spans.first and p.scheduled_payment_on < spans.last',
      `${rest} + ${batchSize}`,
    )}
    limit ${batchSize} offset ${rest}`;
}
