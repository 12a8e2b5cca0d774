// Original file: proto/auth.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetAccountRequest as _clientreporting_auth_GetAccountRequest, GetAccountRequest__Output as _clientreporting_auth_GetAccountRequest__Output } from '../../clientreporting/auth/GetAccountRequest.ts';
import type { GetAccountResponse as _clientreporting_auth_GetAccountResponse, GetAccountResponse__Output as _clientreporting_auth_GetAccountResponse__Output } from '../../clientreporting/auth/GetAccountResponse.ts';
import type { IssueTokenRequest as _clientreporting_auth_IssueTokenRequest, IssueTokenRequest__Output as _clientreporting_auth_IssueTokenRequest__Output } from '../../clientreporting/auth/IssueTokenRequest.ts';
import type { IssueTokenResponse as _clientreporting_auth_IssueTokenResponse, IssueTokenResponse__Output as _clientreporting_auth_IssueTokenResponse__Output } from '../../clientreporting/auth/IssueTokenResponse.ts';
import type { ListSigningKeysRequest as _clientreporting_auth_ListSigningKeysRequest, ListSigningKeysRequest__Output as _clientreporting_auth_ListSigningKeysRequest__Output } from '../../clientreporting/auth/ListSigningKeysRequest.ts';
import type { ListSigningKeysResponse as _clientreporting_auth_ListSigningKeysResponse, ListSigningKeysResponse__Output as _clientreporting_auth_ListSigningKeysResponse__Output } from '../../clientreporting/auth/ListSigningKeysResponse.ts';
import type { RecordRequest as _clientreporting_auth_RecordRequest, RecordRequest__Output as _clientreporting_auth_RecordRequest__Output } from '../../clientreporting/auth/RecordRequest.ts';
import type { RecordResponse as _clientreporting_auth_RecordResponse, RecordResponse__Output as _clientreporting_auth_RecordResponse__Output } from '../../clientreporting/auth/RecordResponse.ts';
import type { RevokeTokenRequest as _clientreporting_auth_RevokeTokenRequest, RevokeTokenRequest__Output as _clientreporting_auth_RevokeTokenRequest__Output } from '../../clientreporting/auth/RevokeTokenRequest.ts';
import type { RevokeTokenResponse as _clientreporting_auth_RevokeTokenResponse, RevokeTokenResponse__Output as _clientreporting_auth_RevokeTokenResponse__Output } from '../../clientreporting/auth/RevokeTokenResponse.ts';

export interface AuthClient extends grpc.Client {
  GetAccount(argument: _clientreporting_auth_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _clientreporting_auth_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_auth_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _clientreporting_auth_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _clientreporting_auth_GetAccountRequest, callback: grpc.requestCallback<_clientreporting_auth_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _clientreporting_auth_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _clientreporting_auth_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_auth_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _clientreporting_auth_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _clientreporting_auth_GetAccountRequest, callback: grpc.requestCallback<_clientreporting_auth_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  
  IssueToken(argument: _clientreporting_auth_IssueTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_IssueTokenResponse__Output>): grpc.ClientUnaryCall;
  IssueToken(argument: _clientreporting_auth_IssueTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_auth_IssueTokenResponse__Output>): grpc.ClientUnaryCall;
  IssueToken(argument: _clientreporting_auth_IssueTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_IssueTokenResponse__Output>): grpc.ClientUnaryCall;
  IssueToken(argument: _clientreporting_auth_IssueTokenRequest, callback: grpc.requestCallback<_clientreporting_auth_IssueTokenResponse__Output>): grpc.ClientUnaryCall;
  issueToken(argument: _clientreporting_auth_IssueTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_IssueTokenResponse__Output>): grpc.ClientUnaryCall;
  issueToken(argument: _clientreporting_auth_IssueTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_auth_IssueTokenResponse__Output>): grpc.ClientUnaryCall;
  issueToken(argument: _clientreporting_auth_IssueTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_IssueTokenResponse__Output>): grpc.ClientUnaryCall;
  issueToken(argument: _clientreporting_auth_IssueTokenRequest, callback: grpc.requestCallback<_clientreporting_auth_IssueTokenResponse__Output>): grpc.ClientUnaryCall;
  
  ListSigningKeys(argument: _clientreporting_auth_ListSigningKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  ListSigningKeys(argument: _clientreporting_auth_ListSigningKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_auth_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  ListSigningKeys(argument: _clientreporting_auth_ListSigningKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  ListSigningKeys(argument: _clientreporting_auth_ListSigningKeysRequest, callback: grpc.requestCallback<_clientreporting_auth_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _clientreporting_auth_ListSigningKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _clientreporting_auth_ListSigningKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_auth_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _clientreporting_auth_ListSigningKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _clientreporting_auth_ListSigningKeysRequest, callback: grpc.requestCallback<_clientreporting_auth_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  
  Record(argument: _clientreporting_auth_RecordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_RecordResponse__Output>): grpc.ClientUnaryCall;
  Record(argument: _clientreporting_auth_RecordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_auth_RecordResponse__Output>): grpc.ClientUnaryCall;
  Record(argument: _clientreporting_auth_RecordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_RecordResponse__Output>): grpc.ClientUnaryCall;
  Record(argument: _clientreporting_auth_RecordRequest, callback: grpc.requestCallback<_clientreporting_auth_RecordResponse__Output>): grpc.ClientUnaryCall;
  record(argument: _clientreporting_auth_RecordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_RecordResponse__Output>): grpc.ClientUnaryCall;
  record(argument: _clientreporting_auth_RecordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_auth_RecordResponse__Output>): grpc.ClientUnaryCall;
  record(argument: _clientreporting_auth_RecordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_RecordResponse__Output>): grpc.ClientUnaryCall;
  record(argument: _clientreporting_auth_RecordRequest, callback: grpc.requestCallback<_clientreporting_auth_RecordResponse__Output>): grpc.ClientUnaryCall;
  
  RevokeToken(argument: _clientreporting_auth_RevokeTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  RevokeToken(argument: _clientreporting_auth_RevokeTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_auth_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  RevokeToken(argument: _clientreporting_auth_RevokeTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  RevokeToken(argument: _clientreporting_auth_RevokeTokenRequest, callback: grpc.requestCallback<_clientreporting_auth_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  revokeToken(argument: _clientreporting_auth_RevokeTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  revokeToken(argument: _clientreporting_auth_RevokeTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_auth_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  revokeToken(argument: _clientreporting_auth_RevokeTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_auth_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  revokeToken(argument: _clientreporting_auth_RevokeTokenRequest, callback: grpc.requestCallback<_clientreporting_auth_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface AuthHandlers extends grpc.UntypedServiceImplementation {
  GetAccount: grpc.handleUnaryCall<_clientreporting_auth_GetAccountRequest__Output, _clientreporting_auth_GetAccountResponse>;
  
  IssueToken: grpc.handleUnaryCall<_clientreporting_auth_IssueTokenRequest__Output, _clientreporting_auth_IssueTokenResponse>;
  
  ListSigningKeys: grpc.handleUnaryCall<_clientreporting_auth_ListSigningKeysRequest__Output, _clientreporting_auth_ListSigningKeysResponse>;
  
  Record: grpc.handleUnaryCall<_clientreporting_auth_RecordRequest__Output, _clientreporting_auth_RecordResponse>;
  
  RevokeToken: grpc.handleUnaryCall<_clientreporting_auth_RevokeTokenRequest__Output, _clientreporting_auth_RevokeTokenResponse>;
  
}

export interface AuthDefinition extends grpc.ServiceDefinition {
  GetAccount: MethodDefinition<_clientreporting_auth_GetAccountRequest, _clientreporting_auth_GetAccountResponse, _clientreporting_auth_GetAccountRequest__Output, _clientreporting_auth_GetAccountResponse__Output>
  IssueToken: MethodDefinition<_clientreporting_auth_IssueTokenRequest, _clientreporting_auth_IssueTokenResponse, _clientreporting_auth_IssueTokenRequest__Output, _clientreporting_auth_IssueTokenResponse__Output>
  ListSigningKeys: MethodDefinition<_clientreporting_auth_ListSigningKeysRequest, _clientreporting_auth_ListSigningKeysResponse, _clientreporting_auth_ListSigningKeysRequest__Output, _clientreporting_auth_ListSigningKeysResponse__Output>
  Record: MethodDefinition<_clientreporting_auth_RecordRequest, _clientreporting_auth_RecordResponse, _clientreporting_auth_RecordRequest__Output, _clientreporting_auth_RecordResponse__Output>
  RevokeToken: MethodDefinition<_clientreporting_auth_RevokeTokenRequest, _clientreporting_auth_RevokeTokenResponse, _clientreporting_auth_RevokeTokenRequest__Output, _clientreporting_auth_RevokeTokenResponse__Output>
}
