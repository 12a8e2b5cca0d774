// Original file: proto/auth.proto

import type { ReadKind as _clientreporting_auth_ReadKind, ReadKind__Output as _clientreporting_auth_ReadKind__Output } from '../../clientreporting/auth/ReadKind.ts';

export interface RecordReadRequest {
  'kind'?: (_clientreporting_auth_ReadKind);
  'clientId'?: (string);
  'details'?: ({[key: string]: string});
  'userId'?: (string);
}

export interface RecordReadRequest__Output {
  'kind': (_clientreporting_auth_ReadKind__Output);
  'clientId': (string);
  'details': ({[key: string]: string});
  'userId': (string);
}
