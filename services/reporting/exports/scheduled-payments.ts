import type { ExportScheduledPaymentsRequest__Output } from '../../../proto/generated/clientreporting/reporting/ExportScheduledPaymentsRequest.ts';
import type { _clientreporting_reporting_ListScheduledPaymentsRequest_SortField__Output as SortField } from '../../../proto/generated/clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import type { Admitted } from '../admission.ts';
import { filtersContracts } from '../reports/report-query.ts';
import { paymentDateSegments, paymentFilterValues } from '../reports/scheduled-payments.ts';
import { statusOrder } from '../reports/scheduled-payments-page.ts';
import { contractJson, paymentJson } from '../reports/scheduled-payments-statement.ts';
import { companyTotals, contractTotals, inRange } from '../reports/scheduled-payments-totals.ts';
import { contractFilter, contractJoins, contractOrder } from '../sql/contracts.ts';
import { sql } from '../sql/statement.ts';
import { cellsOf, contractColumns, joined, text } from './whole-report.ts';
import type { Column, RowText, WholeReport } from './whole-report.ts';

export function scheduledPaymentsExport(request: Admitted<ExportScheduledPaymentsRequest__Output>): WholeReport {
  const { sortField, sortOrder } = request;
  const filtered = filtersContracts(request);
  const byContract = sortField === 'contract' || sortField === 'contractor';
  const order = (position: string) => orderOf(sortField, sortOrder, position);
  return {
    values: { ...paymentFilterValues(request), dateSegments: paymentDateSegments(request, filtered) },
    count: sql`
      ${filtered ? withContractFilter : ''}
      select coalesce(sum(payments_count), 0)
      from (
        ${filtered ? contractTotals : companyTotals}
      ) totals`,
    columns: [...paymentColumns, ...contractColumns],
    rows: (rowText) => sql`
      ${filtered ? withContractFilter : ''}
      select
        ${rowOf(rowText)}
      from (
        -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
        select p.*${byContract ? ', c.position' : ''}
        from reporting.scheduled_payments p
        ${byContract ? contractPositions(sortField, sortOrder) : ''}
        where p.company_id = :companyId and p.status = any (:statuses)
          and ${inRange}
          ${filtered ? 'and p.contract_id = any (array(select id from contract_filter))' : ''}
        order by ${order('c.position')}
        offset 0
      ) p
      cross join lateral (
        select
          ${rowText === 'json' ? contractJson : cellsOf(contractColumns, rowText)} as text
        from reporting.contracts c
        ${contractJoins}
        where c.company_id = :companyId and c.id = p.contract_id
        offset 0
      ) contract
      order by ${order('p.position')}`,
  };
}

const withContractFilter = sql`
  with contract_filter as materialized (
    ${contractFilter('fixed')}
  )`;

const paymentColumns: Column[] = [
  text('id', 'p.id'),
  text('name', 'p.name'),
  { name: 'amount', kind: 'money', value: 'trim_scale(p.amount)' },
  { name: 'paidAmount', kind: 'money', value: 'trim_scale(p.paid_amount)' },
  text('status', 'p.status'),
  { name: 'scheduledPaymentOn', kind: 'instant', value: 'p.scheduled_payment_on' },
];

function rowOf(rowText: RowText): string {
  return rowText === 'json'
    ? `${paymentJson('contract.text')}::text`
    : joined([cellsOf(paymentColumns, rowText), 'contract.text'], rowText);
}

/** The order of the payment `p`, by its contract's position where it goes by that. */
function orderOf(sortField: SortField, direction: string, position: string): string {
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
      join reporting.people contractor on contractor.id = c.contractor_id
      where c.company_id = :companyId and c.type = 'fixed'
    ) c on c.id = p.contract_id`;
}
