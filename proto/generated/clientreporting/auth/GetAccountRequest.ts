// Original file: proto/auth.proto


export interface GetAccountRequest {
  'clientId'?: (string);
  'userId'?: (string);
}

export interface GetAccountRequest__Output {
  'clientId': (string);
  'userId': (string);
}
