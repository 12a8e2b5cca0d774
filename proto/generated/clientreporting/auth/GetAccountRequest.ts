// Original file: proto/auth.proto


export interface GetAccountRequest {
  'clientId'?: (string);
  'userId'?: (string);
  'tokenId'?: (string);
  'tokenGeneration'?: (number);
  'externalId'?: (string);
}

export interface GetAccountRequest__Output {
  'clientId': (string);
  'userId': (string);
  'tokenId': (string);
  'tokenGeneration': (number);
  'externalId': (string);
}
