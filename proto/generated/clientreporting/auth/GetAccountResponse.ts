// Original file: proto/auth.proto


export interface GetAccountResponse {
  'companyId'?: (string);
}

export interface GetAccountResponse__Output {
  'companyId': (string);
}
