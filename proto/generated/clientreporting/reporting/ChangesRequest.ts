// Original file: proto/reporting.proto

import type { Filter as _clientreporting_reporting_Filter, Filter__Output as _clientreporting_reporting_Filter__Output } from '../../clientreporting/reporting/Filter.ts';

export interface ChangesRequest {
  'filters'?: (_clientreporting_reporting_Filter)[];
  'fromDate'?: (string);
  'toDate'?: (string);
  'since'?: (string);
  'leastVersion'?: (string);
  'report'?: (string);
}

export interface ChangesRequest__Output {
  'filters': (_clientreporting_reporting_Filter__Output)[];
  'fromDate': (string);
  'toDate': (string);
  'since': (string);
  'leastVersion': (string);
  'report': (string);
}
