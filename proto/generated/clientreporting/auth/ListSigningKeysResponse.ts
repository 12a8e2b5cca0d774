// Original file: proto/auth.proto

import type { SigningKey as _clientreporting_auth_SigningKey, SigningKey__Output as _clientreporting_auth_SigningKey__Output } from '../../clientreporting/auth/SigningKey.ts';

export interface ListSigningKeysResponse {
  'keys'?: (_clientreporting_auth_SigningKey)[];
}

export interface ListSigningKeysResponse__Output {
  'keys': (_clientreporting_auth_SigningKey__Output)[];
}
