import { noFilters } from '../support/reports/filter-query.ts';
import type { Question } from '../support/reports/reference-implementation.ts';
import type { AskedReport } from '../support/reports/references.ts';
import { statuses } from '../support/reports/reference-implementation.ts';

/** The whole span, with the filters and order that are given besides. */
const question = (given: Partial<Question>): Question => ({
  companyId: 'acme',
  ...noFilters,
  fromDate: '2024-02-10',
  toDate: '2025-03-05',
  sortField: 'contract',
  sortOrder: 'asc',
  page: 1,
  itemsPerPage: 3,
  ...given,
});

const ofPayments = [
  question({ sortField: 'scheduledPaymentOn', sortOrder: 'desc' }),
  question({ sortField: 'contractor', page: 2 }),
  question({ companyId: 'rival', sortField: 'contract' }),
  question({ sortField: 'budget', teamIds: ['design'] }),
  question({ sortField: 'paidAmount', contractorIds: ['ana'], scheduledPaymentStatuses: ['paid', 'processing'] }),
  question({ sortField: 'scheduledPaymentStatus', scheduledPaymentStatuses: [...statuses], toDate: '2024-12-31' }),
  question({ sortField: 'contract', minAmount: '20', maxAmount: '90.5' }),
  question({ companyId: 'rival', sortField: 'scheduledPaymentOn', fromDate: '2024-03-03', toDate: '2024-03-31' }),
];

const ofTimesheets = [
  question({ sortField: 'contract' }),
  question({ sortField: 'contractor', sortOrder: 'desc', fromDate: '2024-03-12', toDate: '2024-12-30' }),
  question({ sortField: 'activity', teamIds: ['design', 'sales'] }),
  question({ sortField: 'billableAmount', itemsPerPage: 1, page: 2 }),
];

const ofPaidContracts = [
  question({ sortField: 'paidAmount' }),
  question({ sortField: 'contractor', contractorIds: ['ana'], fromDate: '2024-03-02' }),
  question({ companyId: 'rival', sortField: 'contract', teamIds: ['core'] }),
];

export const askedOf: Record<AskedReport, Question[]> = {
  'scheduled-payments': ofPayments,
  timesheets: ofTimesheets,
  'paid-contracts': ofPaidContracts,
};
