import { contractFields, contractFilters } from '../../proto/contract-fields.ts';
import { inObject } from '../../proto/report.ts';
import type { Fields, ReportDefinition } from '../../proto/report.ts';
import { reports } from '../../proto/reports.ts';

const statistics = {
  paymentsCount: { kind: 'count', description: 'Payments.', example: 2 },
  paidAmount: { kind: 'money', description: 'What was paid.', example: 1250.25 },
} as const satisfies Fields;

export const paidContractsDefinition = {
  operationId: 'listPaidContracts',
  summary: 'Contracts with what was paid',
  description: 'A row is a fixed-price contract with at least one payment in the range.',
  filters: contractFilters,
  sortFields: ['contract', 'contractor', 'paidAmount'],
  sortFieldAliases: {},
  sortFieldDescription:
    '`contract` is its title, `contractor` the last, then the first name. Ties are broken by the id of the contract.',
  defaultSortField: 'contract',
  defaultSortOrder: 'asc',
  fields: { ...contractFields, ...inObject('statistics', statistics) },
  statistics,
  statisticsDescription: 'Over all matching contracts.',
  schemas: {
    row: 'PaidContract',
    contract: 'PaymentContract',
    statistics: 'PaidContractStatistics',
    report: 'PaidContractsReport',
  },
  tool: {
    name: 'list_paid_contracts',
    title: 'List contracts with what was paid',
    description: 'Fixed-price contracts, each with the number of its payments and what was paid.',
  },
  changes: { operationId: 'listChangesOfPaidContracts', schema: 'PaidContractChanges' },
  sums: {
    operationId: 'getPaidContractsSummary',
    summary: 'Sums of what was paid',
    description: 'A row is a team, contractor or contract, or a pair of them, with at least one payment in the range.',
    groups: ['team', 'contractor', 'contract'],
    statistics: {},
    schemas: { row: 'PaidContractsGroup', statistics: 'PaidContractStatistics', report: 'PaidContractsSummary' },
  },
} as const satisfies ReportDefinition;

/** Of another shape: flat rows, of which some lack values, without sums and changes. */
export const contractsDefinition = {
  operationId: 'listContracts',
  summary: 'Contracts',
  description: 'A row is a contract with at least one payment or day in the range.',
  filters: contractFilters,
  sortFields: ['title', 'rate'],
  sortFieldAliases: {},
  sortFieldDescription: 'Contracts without a rate come last of `asc`. Ties are broken by the id.',
  defaultSortField: 'title',
  defaultSortOrder: 'asc',
  fields: {
    id: { path: '_id', kind: 'id', example: 'c_81' },
    title: { kind: 'text', example: 'Website' },
    contractor: { kind: 'text', description: 'The last name.', example: 'García' },
    team: { kind: 'text', missing: 'null', example: 'Design' },
    rate: { kind: 'money', missing: 'absent', description: 'For an hour.', example: 60.25 },
  },
  statistics: {
    contractsCount: { kind: 'count', description: 'All matching contracts.', example: 1 },
  },
  statisticsDescription: 'Over all matching contracts.',
  schemas: { row: 'Contract', statistics: 'ContractStatistics', report: 'ContractsReport' },
  tool: { name: 'list_contracts', title: 'List contracts', description: 'Contracts, each with its rate.' },
} as const satisfies ReportDefinition;

/** The product's reports and the samples. */
export const definitions = {
  ...reports,
  'paid-contracts': paidContractsDefinition,
  contracts: contractsDefinition,
} as const;
