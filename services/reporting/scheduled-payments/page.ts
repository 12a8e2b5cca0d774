import { paymentStatuses, scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { isOfContract, selectedOrder, sortedContracts } from '../sql/contracts.ts';
import type { ContractOrder } from '../sql/contracts.ts';
import { jsonOf } from '../sql/json.ts';
import { isOneOfMany } from '../sql/filters.ts';
import { batchOffset, batchSize } from '../sql/page.ts';
import type { PageParts } from '../sql/page.ts';
import { statusOrder } from '../sql/groups.ts';
import { joined, nothing, sql } from '../sql/statement.ts';
import { sumsBy, totalsOf } from '../sql/sums.ts';
import type { Order } from '../answers/report.ts';
import { paymentFilters } from './filters.ts';
import { listed, ofCompany, paymentSums, readBy, segments, statistics } from './sums.ts';
import type { Direction, Sql } from '../sql/statement.ts';

export type PaymentSortField = (typeof scheduledPaymentsDefinition.sortFields)[number];

type PaymentOrder = Order<PaymentSortField>;

/** What the `payment` is sorted by, after its contract and before its id. */
const sortKeys: Record<PaymentSortField, Sql[]> = {
  scheduledPaymentOn: [sql`payment.scheduled_payment_on`],
  budget: [sql`payment.amount`],
  paidAmount: [sql`payment.paid_amount`],
  scheduledPaymentStatus: [sql`array_position(${statusOrder}, payment.status)`, sql`payment.scheduled_payment_on`],
  contract: [sql`payment.scheduled_payment_on`],
  contractor: [sql`payment.scheduled_payment_on`],
};

/** The order of the `payment`, first `byContract` where it goes by that. */
export function paymentOrder(sortField: PaymentSortField, direction: Direction, byContract: Sql): Sql {
  const own = [...sortKeys[sortField], sql`payment.id`].map((key) => sql`${key} ${direction}`);
  return joined(isOfContract(sortField) ? [byContract, ...own] : own);
}

/** The totals of all payments that match, and the ids of the batch's payments, in order. */
export function pageOfPayments(order: PaymentOrder): PageParts {
  const { filters: given } = order;
  const { contractFilter, ofRow, inRange, isFiltered } = paymentFilters(given);
  return {
    ctes: [
      contractFilter,
      ofRow.length > 0 ? nothing : segments,
      sql`
        payments as not materialized (
          -- Those in the range, of all contracts.
          select * from reporting.scheduled_payments payment
          where payment.company_id = :companyId and ${inRange}
        )`,
      sql`
        sums as materialized (
          -- The contracts that match, with the sums that this statement needs.
          ${sumsBy(paymentSums, ['contract_id'], isFiltered ? listed : [], readBy(given))}
        )`,
      isFiltered ? nothing : periods,
      isFiltered
        ? totalsOf(listed, sql`sums`, sql`count(*)`)
        : totalsOf(listed, sql`periods`, sql`(select count(*) from sums)`),
    ],
    totalCount: sql`payments_count`,
    statistics: jsonOf({ fields: scheduledPaymentsDefinition.statistics }, statistics),
    ids: idsOf(order),
  };
}

const periods = sql`
  periods as materialized (
    -- The company's sums of each month and day in the range, by status.
    select part.* ${ofCompany}
  )`;

function idsOf(order: PaymentOrder): Sql {
  const { sortField, filters: given } = order;
  if (isOfContract(sortField)) return byContract(sortField, order);
  const isByDate = sortField === 'scheduledPaymentOn' || sortField === 'scheduledPaymentStatus';
  return isByDate && !paymentFilters(given).isFiltered ? sought(order) : readOrScanned(order);
}

const cut = sql`limit ${batchSize} offset ${batchOffset}`;

/** `readOrScanned` takes 1.9 times as long for a second batch by status and 10 times for the eleventh; by date 5 times for the hundredth. */
function sought({ sortField, direction }: PaymentOrder): Sql {
  const byStatus = sortField === 'scheduledPaymentStatus';
  const keys = byStatus ? [sql`array_position(${statusOrder}, status)`, sql`start`] : [sql`start`];
  const rest = sql`${batchOffset} - (select min(skipped) from spans)`;
  return sql`
    with spans as materialized (
      -- The periods that the batch lies in, and how many payments stand before them, by their counts: an index is read from there.
      select ${byStatus ? 'status' : 'unnest(:scheduledPaymentStatuses::text[]) as status'}, min(passed)::bigint as skipped,
        min(start::timestamp at time zone 'UTC') as first, max((start + ('1 ' || unit)::interval) at time zone 'UTC') as last
      from (
        select ${byStatus ? 'status, ' : ''}unit, start, sum(payments_count) as payments_count,
          sum(sum(payments_count)) over (
            order by ${joined(keys.map((key) => sql`${key} ${direction}`))}
          ) - sum(payments_count) as passed
        from periods group by ${byStatus ? 'status, ' : ''}unit, start
      ) counted
      where passed < ${batchOffset} + ${batchSize} and passed + payments_count > ${batchOffset}
      ${byStatus ? 'group by status' : ''}
    )
    select payment.id from spans
    cross join lateral (
      select payment.id, payment.status, payment.scheduled_payment_on from payments payment
      where payment.status = spans.status and payment.scheduled_payment_on >= spans.first
        and payment.scheduled_payment_on < spans.last
      order by ${paymentOrder('scheduledPaymentOn', direction, nothing)} limit ${rest} + ${batchSize}
    ) payment
    order by ${paymentOrder(sortField, direction, nothing)}
    limit ${batchSize} offset ${rest}`;
}

/** Of many payments, the eleventh batch takes 10 times as long where the first of each status are sorted in place of merged. */
function readOrScanned({ sortField, direction, filters: given }: PaymentOrder): Sql {
  const order = paymentOrder(sortField, direction, nothing);
  const byStatus = sortField === 'scheduledPaymentStatus';
  const columns = joined([
    sql`payment.id`,
    ...(byStatus ? [sql`payment.status`] : []),
    ...sortKeys[sortField].slice(-1),
  ]);
  const ofContracts = paymentFilters(given).ofContract.length > 0;
  const isOfFilter = sql`and ${isOneOfMany('sums')}`;
  const read = ofContracts
    ? sql`
      sums cross join lateral (
        select * from payments where contract_id = sums.contract_id offset 0
      ) payment`
    : sql`payments payment`;
  // Merged statuses would be sorted again by a status.
  const first = sql`
    (select payment.* from unnest(:scheduledPaymentStatuses::text[]) of_status (status) cross join lateral (
      select ${columns} from scanned payment where payment.status = of_status.status
      order by ${paymentOrder('scheduledPaymentOn', direction, nothing)} limit ${batchOffset} + ${batchSize}
    ) payment)`;
  const merged = paymentStatuses.map(
    (status) => sql`
      (select ${columns} from scanned payment where payment.status = '${status}'
      order by ${order})`,
  );
  return sql`
    with reading as materialized (
      -- Few payments are read and sorted. Of many, an index is read in order until the batch is full: one in all_count / payments_count of its
      -- entries matches. To read a payment and sort it costs as much as to pass over five entries.
      select 5 * payments_count * payments_count <= (${batchOffset} + ${batchSize}) * all_count as are_few from totals,
        (select sum(payments_count) as all_count from reporting.payment_totals where company_id = :companyId and unit = 'month') company
    ),
    scanned as not materialized (
      select * from payments where not (select are_few from reading) ${ofContracts ? isOfFilter : ''}
    )
    select payment.id from (
      (select ${columns} from ${read} where (select are_few from reading)
      order by ${order}) union all
      ${joined(byStatus ? [first] : merged, ' union all\n')}
    ) payment
    order by ${order}
    ${cut}`;
}

function byContract(sortField: ContractOrder, { direction, filters: given }: PaymentOrder): Sql {
  return sql`
    select payment.id
    from (
      ${sortedContracts('fixed', sortField, direction, paymentFilters(given).leavesFew)}
    ) contract
    cross join lateral (
      select payment.id, payment.scheduled_payment_on from payments payment where payment.contract_id = contract.id
      order by ${paymentOrder('scheduledPaymentOn', direction, nothing)} limit ${batchOffset} + ${batchSize}
    ) payment
    order by ${paymentOrder(sortField, direction, selectedOrder(sortField, direction))}
    ${cut}`;
}
