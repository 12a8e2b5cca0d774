// Original file: proto/reporting.proto

import type { Long } from '@grpc/proto-loader';

export interface Pagination {
  'currentPage'?: (number | string | Long);
  'itemsPerPage'?: (number | string | Long);
  'pagesCount'?: (number | string | Long);
  'totalCount'?: (number | string | Long);
}

export interface Pagination__Output {
  'currentPage': (number);
  'itemsPerPage': (number);
  'pagesCount': (number);
  'totalCount': (number);
}
