// Original file: proto/reporting.proto

import type { ScheduledPaymentStatus as _clientreporting_reporting_ScheduledPaymentStatus, ScheduledPaymentStatus__Output as _clientreporting_reporting_ScheduledPaymentStatus__Output } from '../../clientreporting/reporting/ScheduledPaymentStatus.ts';
import type { SortOrder as _clientreporting_reporting_SortOrder, SortOrder__Output as _clientreporting_reporting_SortOrder__Output } from '../../clientreporting/reporting/SortOrder.ts';
import type { ExportFormat as _clientreporting_reporting_ExportFormat, ExportFormat__Output as _clientreporting_reporting_ExportFormat__Output } from '../../clientreporting/reporting/ExportFormat.ts';

export interface ExportRequest {
  'teamIds'?: (string)[];
  'contractorIds'?: (string)[];
  'scheduledPaymentStatuses'?: (_clientreporting_reporting_ScheduledPaymentStatus)[];
  'fromDate'?: (string);
  'toDate'?: (string);
  'sortField'?: (string);
  'sortOrder'?: (_clientreporting_reporting_SortOrder);
  'format'?: (_clientreporting_reporting_ExportFormat);
  'ifNoneMatch'?: (string)[];
  'ifMatch'?: (string)[];
  'headersOnly'?: (boolean);
  'leastVersion'?: (string);
  'report'?: (string);
  'groupBy'?: (string)[];
  'minAmount'?: (string);
  'maxAmount'?: (string);
}

export interface ExportRequest__Output {
  'teamIds': (string)[];
  'contractorIds': (string)[];
  'scheduledPaymentStatuses': (_clientreporting_reporting_ScheduledPaymentStatus__Output)[];
  'fromDate': (string);
  'toDate': (string);
  'sortField': (string);
  'sortOrder': (_clientreporting_reporting_SortOrder__Output);
  'format': (_clientreporting_reporting_ExportFormat__Output);
  'ifNoneMatch': (string)[];
  'ifMatch': (string)[];
  'headersOnly': (boolean);
  'leastVersion': (string);
  'report': (string);
  'groupBy': (string)[];
  'minAmount': (string);
  'maxAmount': (string);
}
