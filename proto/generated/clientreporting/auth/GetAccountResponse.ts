// Original file: proto/auth.proto


export interface GetAccountResponse {
  'companyId'?: (string);
  'userId'?: (string);
  'networks'?: (string)[];
}

export interface GetAccountResponse__Output {
  'companyId': (string);
  'userId': (string);
  'networks': (string)[];
}
