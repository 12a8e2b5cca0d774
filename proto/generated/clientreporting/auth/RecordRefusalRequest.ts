// Original file: proto/auth.proto


export interface RecordRefusalRequest {
  'clientId'?: (string);
  'reason'?: (string);
}

export interface RecordRefusalRequest__Output {
  'clientId': (string);
  'reason': (string);
}
