// Original file: proto/auth.proto


export interface RevokeTokenRequest {
  'clientId'?: (string);
  'clientSecret'?: (string);
  'token'?: (string);
}

export interface RevokeTokenRequest__Output {
  'clientId': (string);
  'clientSecret': (string);
  'token': (string);
}
