// Original file: proto/auth.proto

import type { RecordedKind as _clientreporting_auth_RecordedKind, RecordedKind__Output as _clientreporting_auth_RecordedKind__Output } from '../../clientreporting/auth/RecordedKind.ts';

export interface RecordRequest {
  'kind'?: (_clientreporting_auth_RecordedKind);
  'clientId'?: (string);
  'details'?: ({[key: string]: string});
  'userId'?: (string);
  'reason'?: (string);
}

export interface RecordRequest__Output {
  'kind': (_clientreporting_auth_RecordedKind__Output);
  'clientId': (string);
  'details': ({[key: string]: string});
  'userId': (string);
  'reason': (string);
}
