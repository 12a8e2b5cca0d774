// Original file: proto/reporting.proto

import type { SortOrder as _clientreporting_reporting_SortOrder, SortOrder__Output as _clientreporting_reporting_SortOrder__Output } from '../../clientreporting/reporting/SortOrder.ts';
import type { Long } from '@grpc/proto-loader';

// Original file: proto/reporting.proto

export const _clientreporting_reporting_ListTimesheetsRequest_SortField = {
  contract: 'contract',
  contractor: 'contractor',
  trackedTime: 'trackedTime',
  activity: 'activity',
  goMeter: 'goMeter',
  manual: 'manual',
  overtime: 'overtime',
  billableTime: 'billableTime',
  billableAmount: 'billableAmount',
} as const;

export type _clientreporting_reporting_ListTimesheetsRequest_SortField =
  | 'contract'
  | 0
  | 'contractor'
  | 1
  | 'trackedTime'
  | 2
  | 'activity'
  | 3
  | 'goMeter'
  | 4
  | 'manual'
  | 5
  | 'overtime'
  | 6
  | 'billableTime'
  | 7
  | 'billableAmount'
  | 8

export type _clientreporting_reporting_ListTimesheetsRequest_SortField__Output = typeof _clientreporting_reporting_ListTimesheetsRequest_SortField[keyof typeof _clientreporting_reporting_ListTimesheetsRequest_SortField]

export interface ListTimesheetsRequest {
  'companyId'?: (string);
  'teamIds'?: (string)[];
  'contractorIds'?: (string)[];
  'fromDate'?: (string);
  'toDate'?: (string);
  'sortOrder'?: (_clientreporting_reporting_SortOrder);
  'sortField'?: (_clientreporting_reporting_ListTimesheetsRequest_SortField);
  'page'?: (number | string | Long);
  'itemsPerPage'?: (number | string | Long);
  'ifNoneMatch'?: (string)[];
  '_companyId'?: "companyId";
}

export interface ListTimesheetsRequest__Output {
  'companyId'?: (string);
  'teamIds': (string)[];
  'contractorIds': (string)[];
  'fromDate': (string);
  'toDate': (string);
  'sortOrder': (_clientreporting_reporting_SortOrder__Output);
  'sortField': (_clientreporting_reporting_ListTimesheetsRequest_SortField__Output);
  'page': (number);
  'itemsPerPage': (number);
  'ifNoneMatch': (string)[];
}
