import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { AuthClient as _clientreporting_auth_AuthClient, AuthDefinition as _clientreporting_auth_AuthDefinition } from './clientreporting/auth/Auth.ts';
import type { GetAccountRequest as _clientreporting_auth_GetAccountRequest, GetAccountRequest__Output as _clientreporting_auth_GetAccountRequest__Output } from './clientreporting/auth/GetAccountRequest.ts';
import type { GetAccountResponse as _clientreporting_auth_GetAccountResponse, GetAccountResponse__Output as _clientreporting_auth_GetAccountResponse__Output } from './clientreporting/auth/GetAccountResponse.ts';
import type { IssueTokenRequest as _clientreporting_auth_IssueTokenRequest, IssueTokenRequest__Output as _clientreporting_auth_IssueTokenRequest__Output } from './clientreporting/auth/IssueTokenRequest.ts';
import type { IssueTokenResponse as _clientreporting_auth_IssueTokenResponse, IssueTokenResponse__Output as _clientreporting_auth_IssueTokenResponse__Output } from './clientreporting/auth/IssueTokenResponse.ts';
import type { ListSigningKeysRequest as _clientreporting_auth_ListSigningKeysRequest, ListSigningKeysRequest__Output as _clientreporting_auth_ListSigningKeysRequest__Output } from './clientreporting/auth/ListSigningKeysRequest.ts';
import type { ListSigningKeysResponse as _clientreporting_auth_ListSigningKeysResponse, ListSigningKeysResponse__Output as _clientreporting_auth_ListSigningKeysResponse__Output } from './clientreporting/auth/ListSigningKeysResponse.ts';
import type { RecordReadRequest as _clientreporting_auth_RecordReadRequest, RecordReadRequest__Output as _clientreporting_auth_RecordReadRequest__Output } from './clientreporting/auth/RecordReadRequest.ts';
import type { RecordReadResponse as _clientreporting_auth_RecordReadResponse, RecordReadResponse__Output as _clientreporting_auth_RecordReadResponse__Output } from './clientreporting/auth/RecordReadResponse.ts';
import type { RecordRefusalRequest as _clientreporting_auth_RecordRefusalRequest, RecordRefusalRequest__Output as _clientreporting_auth_RecordRefusalRequest__Output } from './clientreporting/auth/RecordRefusalRequest.ts';
import type { RecordRefusalResponse as _clientreporting_auth_RecordRefusalResponse, RecordRefusalResponse__Output as _clientreporting_auth_RecordRefusalResponse__Output } from './clientreporting/auth/RecordRefusalResponse.ts';
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
      ReadKind: EnumTypeDefinition
      RecordReadRequest: MessageTypeDefinition<_clientreporting_auth_RecordReadRequest, _clientreporting_auth_RecordReadRequest__Output>
      RecordReadResponse: MessageTypeDefinition<_clientreporting_auth_RecordReadResponse, _clientreporting_auth_RecordReadResponse__Output>
      RecordRefusalRequest: MessageTypeDefinition<_clientreporting_auth_RecordRefusalRequest, _clientreporting_auth_RecordRefusalRequest__Output>
      RecordRefusalResponse: MessageTypeDefinition<_clientreporting_auth_RecordRefusalResponse, _clientreporting_auth_RecordRefusalResponse__Output>
      RevokeTokenRequest: MessageTypeDefinition<_clientreporting_auth_RevokeTokenRequest, _clientreporting_auth_RevokeTokenRequest__Output>
      RevokeTokenResponse: MessageTypeDefinition<_clientreporting_auth_RevokeTokenResponse, _clientreporting_auth_RevokeTokenResponse__Output>
      SigningKey: MessageTypeDefinition<_clientreporting_auth_SigningKey, _clientreporting_auth_SigningKey__Output>
    }
  }
}

