import { contractFields, contractFilters } from './contract-fields.ts';
import { inObject } from './report.ts';
import type { Fields, ReportDefinition } from './report.ts';

const statistics = {
  billableMinutes: { kind: 'count', description: 'What may be billed.', example: 2460 },
  billedMinutes: { kind: 'count', description: 'What has been billed.', example: 2460 },
  manualMinutes: { kind: 'count', description: 'The part that was entered by hand.', example: 120 },
  overtimeMinutes: {
    kind: 'count',
    description: 'The part beyond the contract’s weekly limit, which is not billed.',
    example: 60,
  },
  trackedMinutes: { kind: 'count', description: 'All time.', example: 2520 },
  activity: {
    kind: 'percentage',
    column: 'Activity %',
    description:
      'Percentage of the tracker’s time with keyboard or mouse use, two decimals: the mean weighted by the tracker’s minutes; 0 where there are none.',
    example: 61.34,
  },
  billableAmount: { kind: 'money', column: 'Amount', description: 'What may be billed.', example: 2470.25 },
} as const satisfies Fields;

export const timesheetsDefinition = {
  operationId: 'listTimesheets',
  summary: 'Timesheets of hourly contracts',
  description:
    'A row is a contract with at least one day in the range. The statistics at the top are over all matching contracts.',
  filters: contractFilters,
  sortFields: [
    'contract',
    'contractor',
    'trackedTime',
    'activity',
    'goMeter',
    'manual',
    'overtime',
    'billableTime',
    'billableAmount',
  ],
  sortFieldAliases: {
    trackedMinutes: 'trackedTime',
    manualMinutes: 'manual',
    overtimeMinutes: 'overtime',
    billableMinutes: 'billableTime',
  },
  sortFieldDescription:
    '`contract` is its title, `contractor` the last, then the first name, `goMeter` tracked minus manual minutes. `trackedMinutes` is `trackedTime`, `manualMinutes` is `manual`, `overtimeMinutes` is `overtime`, and `billableMinutes` is `billableTime`. Ties are broken by the id.',
  defaultSortField: 'contract',
  defaultSortOrder: 'asc',
  fields: {
    ...contractFields,
    teamId: { ...contractFields.teamId, missing: 'absent' },
    teamName: { ...contractFields.teamName, missing: 'absent' },
    rate: { path: 'contract.rate', after: 'contractId', kind: 'money', description: 'For an hour.', example: 60.25 },
    ...inObject('statistics', statistics),
  },
  statistics,
  statisticsDescription: 'Over the days of the range, in UTC.',
  schemas: {
    row: 'Timesheet',
    contract: 'TimesheetContract',
    statistics: 'TimesheetStatistics',
    report: 'TimesheetsReport',
  },
  tool: {
    name: 'list_timesheets',
    title: 'List timesheets',
    description: 'Hours and billable amounts of hourly contracts: a row for each contract with days in the range.',
  },
  changes: { operationId: 'listChangesOfTimesheets', schema: 'TimesheetChanges' },
  sums: {
    operationId: 'getTimesheetsSummary',
    summary: 'Sums of timesheets',
    description:
      'A row is a month, team, contractor or contract, or a pair of them, with at least one day in the range.',
    groups: ['month', 'team', 'contractor', 'contract'],
    statistics: {},
    schemas: {
      row: 'TimesheetsGroup',
      statistics: 'TimesheetStatistics',
      report: 'TimesheetsSummary',
    },
  },
} as const satisfies ReportDefinition;
