// Original file: proto/auth.proto


export interface IssueTokenResponse {
  'accessToken'?: (string);
  'expiresIn'?: (number);
}

export interface IssueTokenResponse__Output {
  'accessToken': (string);
  'expiresIn': (number);
}
