// Original file: proto/reporting.proto

import type { Filter as _clientreporting_reporting_Filter, Filter__Output as _clientreporting_reporting_Filter__Output } from '../../clientreporting/reporting/Filter.ts';
import type { SortOrder as _clientreporting_reporting_SortOrder, SortOrder__Output as _clientreporting_reporting_SortOrder__Output } from '../../clientreporting/reporting/SortOrder.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListRequest {
  'filters'?: (_clientreporting_reporting_Filter)[];
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
}

export interface ListRequest__Output {
  'filters': (_clientreporting_reporting_Filter__Output)[];
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
}
