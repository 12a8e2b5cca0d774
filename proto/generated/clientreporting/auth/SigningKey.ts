// Original file: proto/auth.proto


export interface SigningKey {
  'kid'?: (string);
  'publicKey'?: (string);
}

export interface SigningKey__Output {
  'kid': (string);
  'publicKey': (string);
}
