// Original file: proto/reporting.proto

import type { Long } from '@grpc/proto-loader';

export interface ReportPiece {
  'totalCount'?: (number | string | Long);
  'content'?: (Buffer | Uint8Array | string);
}

export interface ReportPiece__Output {
  'totalCount': (number);
  'content': (Buffer);
}
