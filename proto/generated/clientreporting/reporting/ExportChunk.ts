// Original file: proto/reporting.proto

import type { Long } from '@grpc/proto-loader';

export interface ExportChunk {
  'totalCount'?: (number | string | Long);
  'content'?: (Buffer | Uint8Array | string);
}

export interface ExportChunk__Output {
  'totalCount': (number);
  'content': (Buffer);
}
