import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { AuthClient as _clientreporting_auth_AuthClient, AuthDefinition as _clientreporting_auth_AuthDefinition } from './clientreporting/auth/Auth.ts';
import type { GetAccountRequest as _clientreporting_auth_GetAccountRequest, GetAccountRequest__Output as _clientreporting_auth_GetAccountRequest__Output } from './clientreporting/auth/GetAccountRequest.ts';
import type { GetAccountResponse as _clientreporting_auth_GetAccountResponse, GetAccountResponse__Output as _clientreporting_auth_GetAccountResponse__Output } from './clientreporting/auth/GetAccountResponse.ts';
import type { IssueTokenRequest as _clientreporting_auth_IssueTokenRequest, IssueTokenRequest__Output as _clientreporting_auth_IssueTokenRequest__Output } from './clientreporting/auth/IssueTokenRequest.ts';
import type { IssueTokenResponse as _clientreporting_auth_IssueTokenResponse, IssueTokenResponse__Output as _clientreporting_auth_IssueTokenResponse__Output } from './clientreporting/auth/IssueTokenResponse.ts';
import type { ListSigningKeysRequest as _clientreporting_auth_ListSigningKeysRequest, ListSigningKeysRequest__Output as _clientreporting_auth_ListSigningKeysRequest__Output } from './clientreporting/auth/ListSigningKeysRequest.ts';
import type { ListSigningKeysResponse as _clientreporting_auth_ListSigningKeysResponse, ListSigningKeysResponse__Output as _clientreporting_auth_ListSigningKeysResponse__Output } from './clientreporting/auth/ListSigningKeysResponse.ts';
import type { RecordRequest as _clientreporting_auth_RecordRequest, RecordRequest__Output as _clientreporting_auth_RecordRequest__Output } from './clientreporting/auth/RecordRequest.ts';
import type { RecordResponse as _clientreporting_auth_RecordResponse, RecordResponse__Output as _clientreporting_auth_RecordResponse__Output } from './clientreporting/auth/RecordResponse.ts';
import type { RevokeTokenRequest as _clientreporting_auth_RevokeTokenRequest, RevokeTokenRequest__Output as _clientreporting_auth_RevokeTokenRequest__Output } from './clientreporting/auth/RevokeTokenRequest.ts';
import type { RevokeTokenResponse as _clientreporting_auth_RevokeTokenResponse, RevokeTokenResponse__Output as _clientreporting_auth_RevokeTokenResponse__Output } from './clientreporting/auth/RevokeTokenResponse.ts';
import type { SigningKey as _clientreporting_auth_SigningKey, SigningKey__Output as _clientreporting_auth_SigningKey__Output } from './clientreporting/auth/SigningKey.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  clientreporting: {
    auth: {
      Auth: SubtypeConstructor<typeof grpc.Client, _clientreporting_auth_AuthClient> & { service: _clientreporting_auth_AuthDefinition }
      GetAccountRequest: MessageTypeDefinition<_clientreporting_auth_GetAccountRequest, _clientreporting_auth_GetAccountRequest__Output>
      GetAccountResponse: MessageTypeDefinition<_clientreporting_auth_GetAccountResponse, _clientreporting_auth_GetAccountResponse__Output>
      IssueTokenRequest: MessageTypeDefinition<_clientreporting_auth_IssueTokenRequest, _clientreporting_auth_IssueTokenRequest__Output>
      IssueTokenResponse: MessageTypeDefinition<_clientreporting_auth_IssueTokenResponse, _clientreporting_auth_IssueTokenResponse__Output>
      ListSigningKeysRequest: MessageTypeDefinition<_clientreporting_auth_ListSigningKeysRequest, _clientreporting_auth_ListSigningKeysRequest__Output>
      ListSigningKeysResponse: MessageTypeDefinition<_clientreporting_auth_ListSigningKeysResponse, _clientreporting_auth_ListSigningKeysResponse__Output>
      RecordRequest: MessageTypeDefinition<_clientreporting_auth_RecordRequest, _clientreporting_auth_RecordRequest__Output>
      RecordResponse: MessageTypeDefinition<_clientreporting_auth_RecordResponse, _clientreporting_auth_RecordResponse__Output>
      RecordedKind: EnumTypeDefinition
      RevokeTokenRequest: MessageTypeDefinition<_clientreporting_auth_RevokeTokenRequest, _clientreporting_auth_RevokeTokenRequest__Output>
      RevokeTokenResponse: MessageTypeDefinition<_clientreporting_auth_RevokeTokenResponse, _clientreporting_auth_RevokeTokenResponse__Output>
      SigningKey: MessageTypeDefinition<_clientreporting_auth_SigningKey, _clientreporting_auth_SigningKey__Output>
    }
  }
}

