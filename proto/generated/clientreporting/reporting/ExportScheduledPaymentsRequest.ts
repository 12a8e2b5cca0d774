// Original file: proto/reporting.proto

import type { ScheduledPaymentStatus as _clientreporting_reporting_ScheduledPaymentStatus, ScheduledPaymentStatus__Output as _clientreporting_reporting_ScheduledPaymentStatus__Output } from '../../clientreporting/reporting/ScheduledPaymentStatus.ts';
import type { SortOrder as _clientreporting_reporting_SortOrder, SortOrder__Output as _clientreporting_reporting_SortOrder__Output } from '../../clientreporting/reporting/SortOrder.ts';
import type { _clientreporting_reporting_ListScheduledPaymentsRequest_SortField, _clientreporting_reporting_ListScheduledPaymentsRequest_SortField__Output } from '../../clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import type { ExportFormat as _clientreporting_reporting_ExportFormat, ExportFormat__Output as _clientreporting_reporting_ExportFormat__Output } from '../../clientreporting/reporting/ExportFormat.ts';

export interface ExportScheduledPaymentsRequest {
  'companyId'?: (string);
  'teamIds'?: (string)[];
  'contractorIds'?: (string)[];
  'scheduledPaymentStatuses'?: (_clientreporting_reporting_ScheduledPaymentStatus)[];
  'fromDate'?: (string);
  'toDate'?: (string);
  'sortOrder'?: (_clientreporting_reporting_SortOrder);
  'sortField'?: (_clientreporting_reporting_ListScheduledPaymentsRequest_SortField);
  'format'?: (_clientreporting_reporting_ExportFormat);
  '_companyId'?: "companyId";
}

export interface ExportScheduledPaymentsRequest__Output {
  'companyId'?: (string);
  'teamIds': (string)[];
  'contractorIds': (string)[];
  'scheduledPaymentStatuses': (_clientreporting_reporting_ScheduledPaymentStatus__Output)[];
  'fromDate': (string);
  'toDate': (string);
  'sortOrder': (_clientreporting_reporting_SortOrder__Output);
  'sortField': (_clientreporting_reporting_ListScheduledPaymentsRequest_SortField__Output);
  'format': (_clientreporting_reporting_ExportFormat__Output);
}
