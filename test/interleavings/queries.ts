import type { ReportQuery } from '../support/reports/reference-implementation.ts';
import type { TestedReport } from '../support/reports/references.ts';
import { statuses } from '../support/reports/reference-implementation.ts';

/** The whole span, with the filters and order that are given besides. */
const queryWith = (given: Partial<ReportQuery>): ReportQuery => ({
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
  queryWith({ sortField: 'scheduledPaymentOn', sortOrder: 'desc' }),
  queryWith({ sortField: 'contractor', page: 2 }),
  queryWith({ companyId: 'rival', sortField: 'contract' }),
  queryWith({ sortField: 'budget', teamIds: ['design'] }),
  queryWith({ sortField: 'paidAmount', contractorIds: ['ana'], scheduledPaymentStatuses: ['paid', 'processing'] }),
  queryWith({ sortField: 'scheduledPaymentStatus', scheduledPaymentStatuses: [...statuses], toDate: '2024-12-31' }),
  queryWith({ sortField: 'contract', minAmount: ['20'], maxAmount: ['90.5'] }),
  queryWith({ companyId: 'rival', sortField: 'scheduledPaymentOn', fromDate: '2024-03-03', toDate: '2024-03-31' }),
];

const ofTimesheets = [
  queryWith({ sortField: 'contract' }),
  queryWith({ sortField: 'contractor', sortOrder: 'desc', fromDate: '2024-03-12', toDate: '2024-12-30' }),
  queryWith({ sortField: 'activity', teamIds: ['design', 'sales'] }),
  queryWith({ sortField: 'billableAmount', itemsPerPage: 1, page: 2 }),
];

const ofPaidContracts = [
  queryWith({ sortField: 'paidAmount' }),
  queryWith({ sortField: 'contractor', contractorIds: ['ana'], fromDate: '2024-03-02' }),
  queryWith({ companyId: 'rival', sortField: 'contract', teamIds: ['core'] }),
];

const ofContracts = [
  queryWith({ sortField: 'title' }),
  queryWith({ sortField: 'rate', sortOrder: 'desc', teamIds: ['design', 'sales'] }),
  queryWith({ companyId: 'rival', sortField: 'rate', fromDate: '2024-03-03' }),
];

export const queriesOf: Record<TestedReport, ReportQuery[]> = {
  'scheduled-payments': ofPayments,
  timesheets: ofTimesheets,
  'paid-contracts': ofPaidContracts,
  contracts: ofContracts,
};
