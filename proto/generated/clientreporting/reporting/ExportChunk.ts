// Original file: proto/reporting.proto

import type { Long } from '@grpc/proto-loader';

export interface ExportChunk {
  'totalCount'?: (number | string | Long);
  'content'?: (Buffer | Uint8Array | string);
  'version'?: (string);
  'etag'?: (string);
  'notModified'?: (boolean);
}

export interface ExportChunk__Output {
  'totalCount': (number);
  'content': (Buffer);
  'version': (string);
  'etag': (string);
  'notModified': (boolean);
}
