// Original file: proto/reporting.proto

import type { SortOrder as _clientreporting_reporting_SortOrder, SortOrder__Output as _clientreporting_reporting_SortOrder__Output } from '../../clientreporting/reporting/SortOrder.ts';
import type { _clientreporting_reporting_ListTimesheetsRequest_SortField, _clientreporting_reporting_ListTimesheetsRequest_SortField__Output } from '../../clientreporting/reporting/ListTimesheetsRequest.ts';
import type { ExportFormat as _clientreporting_reporting_ExportFormat, ExportFormat__Output as _clientreporting_reporting_ExportFormat__Output } from '../../clientreporting/reporting/ExportFormat.ts';

export interface ExportTimesheetsRequest {
  'companyId'?: (string);
  'teamIds'?: (string)[];
  'contractorIds'?: (string)[];
  'fromDate'?: (string);
  'toDate'?: (string);
  'sortOrder'?: (_clientreporting_reporting_SortOrder);
  'sortField'?: (_clientreporting_reporting_ListTimesheetsRequest_SortField);
  'format'?: (_clientreporting_reporting_ExportFormat);
  '_companyId'?: "companyId";
}

export interface ExportTimesheetsRequest__Output {
  'companyId'?: (string);
  'teamIds': (string)[];
  'contractorIds': (string)[];
  'fromDate': (string);
  'toDate': (string);
  'sortOrder': (_clientreporting_reporting_SortOrder__Output);
  'sortField': (_clientreporting_reporting_ListTimesheetsRequest_SortField__Output);
  'format': (_clientreporting_reporting_ExportFormat__Output);
}
