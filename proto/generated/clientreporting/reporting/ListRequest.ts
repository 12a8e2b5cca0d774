// Original file: proto/reporting.proto

import type { ScheduledPaymentStatus as _clientreporting_reporting_ScheduledPaymentStatus, ScheduledPaymentStatus__Output as _clientreporting_reporting_ScheduledPaymentStatus__Output } from '../../clientreporting/reporting/ScheduledPaymentStatus.ts';
import type { SortOrder as _clientreporting_reporting_SortOrder, SortOrder__Output as _clientreporting_reporting_SortOrder__Output } from '../../clientreporting/reporting/SortOrder.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListRequest {
  'teamIds'?: (string)[];
  'contractorIds'?: (string)[];
  'scheduledPaymentStatuses'?: (_clientreporting_reporting_ScheduledPaymentStatus)[];
  'fromDate'?: (string);
  'toDate'?: (string);
  'sortField'?: (string);
  'sortOrder'?: (_clientreporting_reporting_SortOrder);
  'page'?: (number | string | Long);
  'itemsPerPage'?: (number | string | Long);
  'ifNoneMatch'?: (string)[];
  'ifMatch'?: (string)[];
  'leastVersion'?: (string);
  'report'?: (string);
  'groupBy'?: (string)[];
  'minAmount'?: (string);
  'maxAmount'?: (string);
}

export interface ListRequest__Output {
  'teamIds': (string)[];
  'contractorIds': (string)[];
  'scheduledPaymentStatuses': (_clientreporting_reporting_ScheduledPaymentStatus__Output)[];
  'fromDate': (string);
  'toDate': (string);
  'sortField': (string);
  'sortOrder': (_clientreporting_reporting_SortOrder__Output);
  'page': (number);
  'itemsPerPage': (number);
  'ifNoneMatch': (string)[];
  'ifMatch': (string)[];
  'leastVersion': (string);
  'report': (string);
  'groupBy': (string)[];
  'minAmount': (string);
  'maxAmount': (string);
}
