// Original file: proto/reporting.proto

import type { ScheduledPaymentStatus as _clientreporting_reporting_ScheduledPaymentStatus, ScheduledPaymentStatus__Output as _clientreporting_reporting_ScheduledPaymentStatus__Output } from '../../clientreporting/reporting/ScheduledPaymentStatus.ts';
import type { SortOrder as _clientreporting_reporting_SortOrder, SortOrder__Output as _clientreporting_reporting_SortOrder__Output } from '../../clientreporting/reporting/SortOrder.ts';
import type { Long } from '@grpc/proto-loader';

// Original file: proto/reporting.proto

export const _clientreporting_reporting_ListScheduledPaymentsRequest_SortField = {
  scheduledPaymentOn: 'scheduledPaymentOn',
  budget: 'budget',
  paidAmount: 'paidAmount',
  scheduledPaymentStatus: 'scheduledPaymentStatus',
  contract: 'contract',
  contractor: 'contractor',
} as const;

export type _clientreporting_reporting_ListScheduledPaymentsRequest_SortField =
  | 'scheduledPaymentOn'
  | 0
  | 'budget'
  | 1
  | 'paidAmount'
  | 2
  | 'scheduledPaymentStatus'
  | 3
  | 'contract'
  | 4
  | 'contractor'
  | 5

export type _clientreporting_reporting_ListScheduledPaymentsRequest_SortField__Output = typeof _clientreporting_reporting_ListScheduledPaymentsRequest_SortField[keyof typeof _clientreporting_reporting_ListScheduledPaymentsRequest_SortField]

export interface ListScheduledPaymentsRequest {
  'companyId'?: (string);
  'teamIds'?: (string)[];
  'contractorIds'?: (string)[];
  'scheduledPaymentStatuses'?: (_clientreporting_reporting_ScheduledPaymentStatus)[];
  'fromDate'?: (string);
  'toDate'?: (string);
  'sortOrder'?: (_clientreporting_reporting_SortOrder);
  'sortField'?: (_clientreporting_reporting_ListScheduledPaymentsRequest_SortField);
  'page'?: (number | string | Long);
  'itemsPerPage'?: (number | string | Long);
  'ifNoneMatch'?: (string)[];
  '_companyId'?: "companyId";
}

export interface ListScheduledPaymentsRequest__Output {
  'companyId'?: (string);
  'teamIds': (string)[];
  'contractorIds': (string)[];
  'scheduledPaymentStatuses': (_clientreporting_reporting_ScheduledPaymentStatus__Output)[];
  'fromDate': (string);
  'toDate': (string);
  'sortOrder': (_clientreporting_reporting_SortOrder__Output);
  'sortField': (_clientreporting_reporting_ListScheduledPaymentsRequest_SortField__Output);
  'page': (number);
  'itemsPerPage': (number);
  'ifNoneMatch': (string)[];
}
