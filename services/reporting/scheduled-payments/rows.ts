import { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { contractExpressions, contractFilter, contractJoins, contractOrder } from '../sql/contracts.ts';
import { columnList } from '../sql/fields.ts';
import type { Expressions } from '../sql/fields.ts';
import { sql } from '../sql/statement.ts';
import type { Order } from '../reports/report.ts';
import { statusOrder } from './page.ts';
import type { PaymentSortField } from './page.ts';
import { inRange } from './totals.ts';

/** Of the payment `p`. */
const paymentExpressions = {
  id: 'p.id',
  name: 'p.name',
  amount: 'p.amount',
  paidAmount: 'p.paid_amount',
  status: 'p.status',
  scheduledPaymentOn: 'p.scheduled_payment_on',
};

/** And of the contract `c` with its joins. */
export const expressions = { ...paymentExpressions, ...contractExpressions } satisfies Expressions<
  typeof scheduledPaymentsDefinition.fields
>;

/** All rows, sorted by what the table has before more is looked up. */
export function rowsStatement({ sortField, direction, filtered }: Order<PaymentSortField>): string {
  const byContract = sortField === 'contract' || sortField === 'contractor';
  const order = (position: string) => rowOrder(sortField, direction, position);
  const contract = Object.entries(contractExpressions);
  const ofContract = Object.fromEntries(
    contract.map(([name]) => [name, `contract."${name}"`]),
  ) as typeof contractExpressions;
  return sql`
    ${filtered ? `with ${contractFilter('fixed')}` : ''}
    select
      ${columnList(scheduledPaymentsDefinition.fields, { ...paymentExpressions, ...ofContract })}
    from (
      -- A fence: sorted before the contract is there, which is looked up once a contract.
      select p.*${byContract ? ', c.position' : ''}
      from reporting.scheduled_payments p
      ${byContract ? contractPositions(sortField, direction) : ''}
      where p.company_id = :companyId and p.status = any (:statuses)
        and ${inRange}
        ${filtered ? 'and p.contract_id = any (array(select id from contract_filter))' : ''}
      order by ${order('c.position')}
      offset 0
    ) p
    cross join lateral (
      select
        ${contract.map(([name, expression]) => `${expression} as "${name}"`).join(',\n')}
      from reporting.contracts c
      ${contractJoins}
      where c.company_id = :companyId and c.id = p.contract_id
      offset 0
    ) contract
    order by ${order('p.position')}`;
}

/** The order of the payment `p`, by its contract's position where it goes by that. */
function rowOrder(sortField: PaymentSortField, direction: string, position: string): string {
  const byDate = `p.scheduled_payment_on ${direction}, p.id ${direction}`;
  switch (sortField) {
    case 'scheduledPaymentOn':
      return byDate;
    case 'scheduledPaymentStatus':
      return `${statusOrder(direction)}, ${byDate}`;
    case 'budget':
      return `p.amount ${direction}, p.id ${direction}`;
    case 'paidAmount':
      return `p.paid_amount ${direction}, p.id ${direction}`;
    case 'contract':
    case 'contractor':
      return `${position}, ${byDate}`;
    default:
      return sortField satisfies never;
  }
}

function contractPositions(sortField: 'contract' | 'contractor', direction: string): string {
  return sql`
    join (
      select c.id, row_number() over (order by ${contractOrder(sortField, direction)}) as position
      from reporting.contracts c
      where c.company_id = :companyId and c.type = 'fixed'
    ) c on c.id = p.contract_id`;
}
