// Original file: proto/reporting.proto

import type { NamesList as _clientreporting_reporting_NamesList, NamesList__Output as _clientreporting_reporting_NamesList__Output } from '../../clientreporting/reporting/NamesList.ts';
import type { Long } from '@grpc/proto-loader';

export interface NamesRequest {
  'list'?: (_clientreporting_reporting_NamesList);
  'search'?: (string);
  'ids'?: (string)[];
  'page'?: (number | string | Long);
  'itemsPerPage'?: (number | string | Long);
  'ifNoneMatch'?: (string)[];
  'ifMatch'?: (string)[];
  'leastVersion'?: (string);
}

export interface NamesRequest__Output {
  'list': (_clientreporting_reporting_NamesList__Output);
  'search': (string);
  'ids': (string)[];
  'page': (number);
  'itemsPerPage': (number);
  'ifNoneMatch': (string)[];
  'ifMatch': (string)[];
  'leastVersion': (string);
}
