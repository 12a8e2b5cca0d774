// Original file: proto/auth.proto


export interface IssueTokenRequest {
  'clientId'?: (string);
  'clientSecret'?: (string);
  'grantType'?: (string);
  'clientAssertion'?: (string);
  'audiences'?: (string)[];
  'callId'?: (string);
}

export interface IssueTokenRequest__Output {
  'clientId': (string);
  'clientSecret': (string);
  'grantType': (string);
  'clientAssertion': (string);
  'audiences': (string)[];
  'callId': (string);
}
