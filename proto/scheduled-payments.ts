import { contractFields, contractFilters } from './contract-fields.ts';
import type { ReportDefinition } from './report.ts';

/** In their order. */
export const paymentStatuses = ['upcoming', 'processing', 'failed', 'paid', 'deleted'] as const;

const deletedCount = 'Those with status `deleted` count, too, unless you filter by status.';

export const scheduledPaymentsDefinition = {
  operationId: 'listScheduledPayments',
  summary: 'Scheduled (fixed-price) payments',
  description: 'The payments that are scheduled in the range, page by page.',
  filters: {
    ...contractFilters,
    scheduledPaymentStatuses: {
      kind: 'paymentStatuses',
      description: 'Payments of these statuses only.',
      example: ['paid'],
    },
    minAmount: { kind: 'amount', description: 'Payments whose `amount` is at least this, only.', example: 100 },
    maxAmount: {
      kind: 'amount',
      atLeast: 'minAmount',
      description: 'Payments whose `amount` is at most this, only.',
      example: 2500.5,
    },
  },
  sortFields: ['scheduledPaymentOn', 'budget', 'paidAmount', 'scheduledPaymentStatus', 'contract', 'contractor'],
  sortFieldAliases: { date: 'scheduledPaymentOn', amount: 'budget', status: 'scheduledPaymentStatus' },
  sortFieldDescription:
    '`date` is `scheduledPaymentOn`, `amount` is `budget`, and `status` is `scheduledPaymentStatus`, in the order upcoming, processing, failed, paid, deleted, `contract` its title, `contractor` the last, then the first name. Ties are broken by the id.',
  defaultSortField: 'scheduledPaymentOn',
  defaultSortOrder: 'desc',
  fields: {
    id: { path: '_id', kind: 'id', column: 'Payment id', example: 'sp_1024' },
    name: { kind: 'text', column: 'Payment', example: 'First milestone' },
    amount: {
      kind: 'money',
      sum: 'totalScheduledPaymentsAmount',
      description: 'What was agreed.',
      example: 1250.25,
    },
    paidAmount: {
      kind: 'money',
      column: 'Paid',
      sum: 'totalScheduledPaymentsPaidAmount',
      description: 'What was paid.',
      example: 1250.25,
    },
    status: { kind: 'paymentStatus', example: 'paid' },
    scheduledPaymentOn: { kind: 'instant', column: 'Date', example: '2024-03-01T00:00:00.000Z' },
    ...contractFields,
  },
  statistics: {
    contractsCount: {
      kind: 'count',
      column: 'Contracts',
      sum: false,
      description: `Distinct contracts of all matching payments. ${deletedCount}`,
      example: 1,
    },
    scheduledPaymentsCount: {
      kind: 'count',
      column: 'Payments',
      description: `All matching payments. ${deletedCount}`,
      example: 1,
    },
    paidScheduledPaymentsCount: {
      kind: 'count',
      column: 'Paid payments',
      description: 'Payments with status paid.',
      example: 1,
    },
    totalScheduledPaymentsPaidAmount: {
      kind: 'money',
      column: 'Paid',
      description: `The sum of \`paidAmount\` of all matching payments. ${deletedCount}`,
      example: 1250.25,
    },
  },
  statisticsDescription: `Over all matching payments, not over the page; days are in UTC. ${deletedCount}`,
  schemas: {
    row: 'ScheduledPayment',
    contract: 'PaymentContract',
    statistics: 'ScheduledPaymentsStatistics',
    report: 'ScheduledPaymentsReport',
  },
  tool: {
    name: 'list_payments',
    title: 'List scheduled payments',
    description:
      'Scheduled (fixed-price) payments of the company to its contractors, one row each. Overdue are those with status upcoming or failed and a date before today.',
  },
  changes: { operationId: 'listChangesOfScheduledPayments', schema: 'ScheduledPaymentChanges' },
  sums: {
    operationId: 'getScheduledPaymentsSummary',
    summary: 'Sums of scheduled payments',
    description:
      'A row is a month, status, team, contractor or contract, or a pair of them, with at least one payment in the range.',
    groups: ['month', 'status', 'team', 'contractor', 'contract'],
    statistics: {
      totalScheduledPaymentsAmount: {
        kind: 'money',
        column: 'Scheduled',
        description: `The sum of \`amount\` of all matching payments. ${deletedCount}`,
        example: 1250.25,
      },
    },
    schemas: {
      row: 'ScheduledPaymentsGroup',
      statistics: 'ScheduledPaymentsSums',
      report: 'ScheduledPaymentsSummary',
    },
  },
} as const satisfies ReportDefinition;
