// Original file: proto/reporting.proto

import type { Long } from '@grpc/proto-loader';

export interface Page {
  'json'?: (Buffer | Uint8Array | string);
  'etag'?: (string);
  'pagesCount'?: (number | string | Long);
  'version'?: (string);
}

export interface Page__Output {
  'json': (Buffer);
  'etag': (string);
  'pagesCount': (number);
  'version': (string);
}
