// Original file: proto/reporting.proto

import type { Long } from '@grpc/proto-loader';

export interface Report {
  'json'?: (Buffer | Uint8Array | string);
  'etag'?: (string);
  'pagesCount'?: (number | string | Long);
  'version'?: (string);
}

export interface Report__Output {
  'json': (Buffer);
  'etag': (string);
  'pagesCount': (number);
  'version': (string);
}
