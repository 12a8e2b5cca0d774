// Original file: proto/google/rpc/status.proto


export interface ErrorInfo {
  'reason'?: (string);
  'domain'?: (string);
}

export interface ErrorInfo__Output {
  'reason': (string);
  'domain': (string);
}
