import type { ExportTimesheetsRequest__Output } from '../../../proto/generated/clientreporting/reporting/ExportTimesheetsRequest.ts';
import type { Admitted } from '../admission.ts';
import { filtersContracts, filterValues } from '../reports/report-query.ts';
import { timesheetDateSegments } from '../reports/timesheets.ts';
import { activityOf, timesheetJson, timesheetOrder, timesheetSums } from '../reports/timesheets-statement.ts';
import { contractJoins } from '../sql/contracts.ts';
import { sql } from '../sql/statement.ts';
import { cellsOf, contractColumns } from './whole-report.ts';
import type { Column, WholeReport } from './whole-report.ts';

export function timesheetsExport(request: Admitted<ExportTimesheetsRequest__Output>): WholeReport {
  const { sortField, sortOrder } = request;
  const sums = timesheetSums(filtersContracts(request));
  return {
    values: { ...filterValues(request), dateSegments: timesheetDateSegments(request) },
    count: sql`
      with ${sums}
      select count(*)
      from sums`,
    columns,
    rows: (text) => sql`
      with ${sums}
      select
        ${text === 'json' ? `${timesheetJson}::text` : cellsOf(columns, text)}
      from sums s
      join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
      ${contractJoins}
      order by ${timesheetOrder(sortField, sortOrder)}`,
  };
}

const columns: Column[] = [
  ...contractColumns,
  { name: 'rate', kind: 'money', value: 'trim_scale(c.rate)' },
  ...['billable', 'billed', 'manual', 'overtime', 'tracked'].map((kind): Column => ({
    name: `${kind}Minutes`,
    kind: 'number',
    value: `s.${kind}_minutes`,
  })),
  { name: 'activity', kind: 'number', value: `trim_scale(${activityOf((column) => `s.${column}`)})` },
  { name: 'billableAmount', kind: 'money', value: 'trim_scale(s.billable_amount)' },
];
