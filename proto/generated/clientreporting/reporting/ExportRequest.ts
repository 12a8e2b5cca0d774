// Original file: proto/reporting.proto

import type { Filter as _clientreporting_reporting_Filter, Filter__Output as _clientreporting_reporting_Filter__Output } from '../../clientreporting/reporting/Filter.ts';
import type { SortOrder as _clientreporting_reporting_SortOrder, SortOrder__Output as _clientreporting_reporting_SortOrder__Output } from '../../clientreporting/reporting/SortOrder.ts';
import type { ExportFormat as _clientreporting_reporting_ExportFormat, ExportFormat__Output as _clientreporting_reporting_ExportFormat__Output } from '../../clientreporting/reporting/ExportFormat.ts';

export interface ExportRequest {
  'filters'?: (_clientreporting_reporting_Filter)[];
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
}

export interface ExportRequest__Output {
  'filters': (_clientreporting_reporting_Filter__Output)[];
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
}
