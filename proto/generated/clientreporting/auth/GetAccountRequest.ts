// Original file: proto/auth.proto


export interface GetAccountRequest {
  'clientId'?: (string);
  'userId'?: (string);
  'tokenId'?: (string);
  'tokenGeneration'?: (number);
}

export interface GetAccountRequest__Output {
  'clientId': (string);
  'userId': (string);
  'tokenId': (string);
  'tokenGeneration': (number);
}
