import type { ReportQuery } from '../support/reports/reference-implementation.ts';
import type { TestedReport } from '../support/reports/references.ts';
import { statuses } from '../support/reports/reference-implementation.ts';

/** The whole span, with the filters and order that are given besides. */
const queryOf = (given: Partial<ReportQuery>): ReportQuery => ({
  companyId: 'acme',
  fromDate: '2024-02-10',
  toDate: '2025-03-05',
  sortField: 'contract',
  sortOrder: 'asc',
  page: 1,
  itemsPerPage: 3,
  ...given,
});

const ofPayments = [
  queryOf({ sortField: 'scheduledPaymentOn', sortOrder: 'desc' }),
  queryOf({ sortField: 'contractor', page: 2 }),
  queryOf({ companyId: 'rival', sortField: 'contract' }),
  queryOf({ sortField: 'budget', teamIds: ['design'] }),
  queryOf({ sortField: 'paidAmount', contractorIds: ['ana'], scheduledPaymentStatuses: ['paid', 'processing'] }),
  queryOf({ sortField: 'scheduledPaymentStatus', scheduledPaymentStatuses: [...statuses], toDate: '2024-12-31' }),
  queryOf({ sortField: 'contract', minAmount: ['20'], maxAmount: ['90.5'] }),
  queryOf({ companyId: 'rival', sortField: 'scheduledPaymentOn', fromDate: '2024-03-03', toDate: '2024-03-31' }),
];

const ofTimesheets = [
  queryOf({ sortField: 'contract' }),
  queryOf({ sortField: 'contractor', sortOrder: 'desc', fromDate: '2024-03-12', toDate: '2024-12-30' }),
  queryOf({ sortField: 'activity', teamIds: ['design', 'sales'] }),
  queryOf({ sortField: 'billableAmount', itemsPerPage: 1, page: 2 }),
];

const ofPaidContracts = [
  queryOf({ sortField: 'paidAmount' }),
  queryOf({ sortField: 'contractor', contractorIds: ['ana'], fromDate: '2024-03-02' }),
  queryOf({ companyId: 'rival', sortField: 'contract', teamIds: ['core'] }),
];

const ofContracts = [
  queryOf({ sortField: 'title' }),
  queryOf({ sortField: 'rate', sortOrder: 'desc', teamIds: ['design', 'sales'] }),
  queryOf({ companyId: 'rival', sortField: 'rate', fromDate: '2024-03-03' }),
];

export const queriesOf: Record<TestedReport, ReportQuery[]> = {
  'scheduled-payments': ofPayments,
  timesheets: ofTimesheets,
  'paid-contracts': ofPaidContracts,
  contracts: ofContracts,
};
