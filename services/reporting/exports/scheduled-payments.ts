import type { ExportScheduledPaymentsRequest__Output } from '../../../proto/generated/clientreporting/reporting/ExportScheduledPaymentsRequest.ts';
import type { _clientreporting_reporting_ListScheduledPaymentsRequest_SortField__Output as SortField } from '../../../proto/generated/clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import type { Admitted } from '../admission.ts';
import { contractJoins, contractOrder, matchingOf, wantedContracts } from '../contract.ts';
import { statusOrder } from '../payment-page.ts';
import { companyTotals, contractTotals, inRange, periodsOf, wantedStatuses } from '../payment-totals.ts';
import { contractSummary, paymentOf } from '../scheduled-payments.ts';
import { parameters } from '../report.ts';
import { cellsOf, contractColumns, joined, text } from './whole-report.ts';
import type { Column, RowText, WholeReport } from './whole-report.ts';

export function scheduledPaymentsExport(request: Admitted<ExportScheduledPaymentsRequest__Output>): WholeReport {
  const { teamIds, contractorIds, scheduledPaymentStatuses, sortField, sortOrder } = request;
  const filtered = teamIds.length > 0 || contractorIds.length > 0;
  const byContract = sortField === 'contract' || sortField === 'contractor';
  const order = (position: string) => orderOf(sortField, sortOrder, position);
  const wanted = `with ${parameters}, wanted as materialized (${wantedContracts('fixed')})`;
  return {
    values: [
      ...matchingOf(request),
      ...[null, null, null, null],
      periodsOf(request, filtered),
      wantedStatuses(scheduledPaymentStatuses),
    ],
    count: `
      ${wanted}
      select coalesce(sum(payments_count), 0) from (${filtered ? contractTotals : companyTotals}) totals`,
    columns: [...paymentColumns, ...contractColumns],
    rows: (rowText) => `
      ${wanted}
      select ${rowOf(rowText)}
      from (
        -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
        select p.* ${byContract ? ', c.position' : ''}
        from reporting.scheduled_payments p
        ${byContract ? `join (${contractPositions(sortField, sortOrder)}) c on c.id = p.contract_id` : ''}
        where p.company_id = $1 and p.status = any ($11) and ${inRange}
          ${filtered ? 'and p.contract_id = any (array(select id from wanted))' : ''}
        order by ${order('c.position')}
        offset 0
      ) p
      cross join lateral (
        select ${rowText === 'json' ? contractSummary : cellsOf(contractColumns, rowText)} as text
        from reporting.contracts c
        ${contractJoins}
        where c.company_id = $1 and c.id = p.contract_id
        offset 0
      ) contract
      order by ${order('p.position')}`,
  };
}

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
    ? `${paymentOf('contract.text')}::text`
    : joined([cellsOf(paymentColumns, rowText), 'contract.text'], rowText);
}

/** The order of the payment `p`, by its contract's position where it goes by that. */
function orderOf(sortField: SortField, direction: string, position: string): string {
  const byDate = `p.scheduled_payment_on ${direction}, p.id ${direction}`;
  switch (sortField) {
    case 'scheduledPaymentOn':
    case 'date':
      return byDate;
    case 'scheduledPaymentStatus':
      return `${statusOrder(direction)} ${byDate}`;
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
  return `
    select c.id, row_number() over (order by ${contractOrder(sortField, direction)}) as position
    from reporting.contracts c
    join reporting.people contractor on contractor.id = c.contractor_id
    where c.company_id = $1 and c.type = 'fixed'`;
}
