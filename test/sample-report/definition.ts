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

/** The product's reports and the sample. */
export const definitions = { ...reports, 'paid-contracts': paidContractsDefinition } as const;
