import type { ExportTimesheetsRequest__Output } from '../../../proto/generated/clientreporting/reporting/ExportTimesheetsRequest.ts';
import type { Admitted } from '../admission.ts';
import { contractJoins, matchingOf, wantedContracts } from '../contract.ts';
import { activityOf, contractWithStatistics, matchingContracts, orderOf, timesheetPeriods } from '../timesheets.ts';
import { parameters } from '../report.ts';
import { cellsOf, contractColumns } from './whole-report.ts';
import type { Column, WholeReport } from './whole-report.ts';

export function timesheetsExport(request: Admitted<ExportTimesheetsRequest__Output>): WholeReport {
  const { teamIds, contractorIds, sortField, sortOrder } = request;
  const filtered = teamIds.length > 0 || contractorIds.length > 0;
  const matching = `
    with ${parameters}, wanted as materialized (${wantedContracts('hourly')}),
    matching as materialized (${matchingContracts(filtered)})`;
  return {
    values: [...matchingOf(request), null, null, null, null, timesheetPeriods(request)],
    count: `${matching} select count(*) from matching`,
    columns,
    rows: (text) => `
      ${matching}
      select ${text === 'json' ? `${contractWithStatistics()}::text` : cellsOf(columns, text)}
      from matching m
      join reporting.contracts c on c.company_id = $1 and c.id = m.contract_id
      ${contractJoins}
      order by ${orderOf(sortField, sortOrder)}`,
  };
}

const columns: Column[] = [
  ...contractColumns,
  { name: 'rate', kind: 'money', value: 'trim_scale(c.rate)' },
  ...['billable', 'billed', 'manual', 'overtime', 'tracked'].map((kind): Column => ({
    name: `${kind}Minutes`,
    kind: 'number',
    value: `m.${kind}_minutes`,
  })),
  { name: 'activity', kind: 'number', value: `trim_scale(${activityOf((column) => `m.${column}`)})` },
  { name: 'billableAmount', kind: 'money', value: 'trim_scale(m.billable_amount)' },
];
