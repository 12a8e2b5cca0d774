import { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import {
  contractExpressions,
  contractJoins,
  isOfContract,
  selectedContracts,
  selectedOrder,
} from '../sql/contracts.ts';
import type { ContractOrder } from '../sql/contracts.ts';
import { columnsOf } from '../sql/columns.ts';
import { asColumns, cellsOf } from '../sql/fields.ts';
import { jsonArray } from '../sql/json.ts';
import type { Expressions, RowFormat } from '../sql/fields.ts';
import { concatWith } from '../sql/concat.ts';
import { identifier, joined, sql, withAll } from '../sql/statement.ts';
import type { Order } from '../answers/report.ts';
import { paymentOrder } from './page.ts';
import type { PaymentSortField } from './page.ts';
import { paymentFilters } from './filters.ts';
import { isOneOfFew } from '../sql/filters.ts';
import type { Direction, Sql } from '../sql/statement.ts';

const payment = columnsOf('scheduled_payments', 'payment');

/** Of the `payment`. */
const paymentExpressions = {
  id: payment.id,
  name: payment.name,
  amount: payment.amount,
  paidAmount: payment.paid_amount,
  status: payment.status,
  scheduledPaymentOn: payment.scheduled_payment_on,
};

/** And of the `contract` with its joins. */
export const expressions: Expressions<typeof scheduledPaymentsDefinition.fields> = {
  ...paymentExpressions,
  ...contractExpressions,
};

/** The rows of `page` as a JSON array, in its order. */
export const resultsOf = (row: Sql) => sql`
  select ${jsonArray(row, sql`page.position`)}
  from page join reporting.scheduled_payments payment on payment.company_id = :companyId and payment.id = page.id
  join reporting.contracts contract on contract.company_id = :companyId and contract.id = payment.contract_id
  ${contractJoins}`;

/** All rows, sorted by what the table has before more is looked up. What is only of the contract is made once a contract. */
export function rowsStatement({ sortField, direction, filters }: Order<PaymentSortField>, format: RowFormat): Sql {
  const order = (position: Sql) => paymentOrder(sortField, direction, position);
  const { columns, ofContract } = cellColumns(format);
  const applied = paymentFilters(filters);
  const isOfFilter = applied.ofContract.length > 0 ? [isOneOfFew('contract_filter')] : [];
  return sql`
    ${withAll(applied.contractFilter)}
    select
      ${columns}
    from (
      -- A fence: the payments are sorted before their contracts are looked up.
      select payment.*${isOfContract(sortField) ? ', contract.position' : ''}
      from reporting.scheduled_payments payment
      ${isOfContract(sortField) ? contractPositions(sortField, direction) : ''}
      where payment.company_id = :companyId and ${joined([applied.inRange, ...isOfFilter], ' and ')}
      order by ${order(sql`contract.position`)}
      offset 0
    ) payment
    cross join lateral (
      -- What a line has of its contract: made once for each contract, whose payments share it.
      select
        ${asColumns(ofContract)}
      from reporting.contracts contract
      ${contractJoins}
      where contract.company_id = :companyId and contract.id = payment.contract_id
      offset 0
    ) of_contract
    order by ${order(sql`payment.position`)}`;
}

function cellColumns(format: RowFormat): { columns: Sql; ofContract: Record<string, Sql> } {
  const cells = cellsOf(format, scheduledPaymentsDefinition.fields, expressions);
  if (format.line) {
    // What stays the same without the payment is of the contract.
    const empty = Object.keys(paymentExpressions).map((name) => [name, sql`null`]);
    const withoutPayment = { ...cells, ...(Object.fromEntries(empty) as typeof cells) };
    const { line, made } = concatWith(
      format.line(scheduledPaymentsDefinition, cells),
      format.line(scheduledPaymentsDefinition, withoutPayment),
      sql`of_contract`,
    );
    return { columns: sql`${line} as line`, ofContract: made };
  }
  const ofContract = Object.entries(cells).filter(([name]) => name in contractExpressions);
  const read = Object.fromEntries(ofContract.map(([name]) => [name, sql`of_contract."${identifier(name)}"`]));
  return { columns: asColumns({ ...cells, ...read }), ofContract: Object.fromEntries(ofContract) };
}

function contractPositions(sortField: ContractOrder, direction: Direction): Sql {
  return sql`
    join (
      select contract.id, row_number() over (order by ${selectedOrder(sortField, direction)}) as position
      from (
        ${selectedContracts(sortField)} and contract.type = 'fixed'
      ) contract
    ) contract on contract.id = payment.contract_id`;
}
