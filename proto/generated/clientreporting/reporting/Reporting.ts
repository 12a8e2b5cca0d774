// Original file: proto/reporting.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Changes as _clientreporting_reporting_Changes, Changes__Output as _clientreporting_reporting_Changes__Output } from '../../clientreporting/reporting/Changes.ts';
import type { ChangesRequest as _clientreporting_reporting_ChangesRequest, ChangesRequest__Output as _clientreporting_reporting_ChangesRequest__Output } from '../../clientreporting/reporting/ChangesRequest.ts';
import type { Company as _clientreporting_reporting_Company, Company__Output as _clientreporting_reporting_Company__Output } from '../../clientreporting/reporting/Company.ts';
import type { CompanyRequest as _clientreporting_reporting_CompanyRequest, CompanyRequest__Output as _clientreporting_reporting_CompanyRequest__Output } from '../../clientreporting/reporting/CompanyRequest.ts';
import type { ExportChunk as _clientreporting_reporting_ExportChunk, ExportChunk__Output as _clientreporting_reporting_ExportChunk__Output } from '../../clientreporting/reporting/ExportChunk.ts';
import type { ExportRequest as _clientreporting_reporting_ExportRequest, ExportRequest__Output as _clientreporting_reporting_ExportRequest__Output } from '../../clientreporting/reporting/ExportRequest.ts';
import type { ListRequest as _clientreporting_reporting_ListRequest, ListRequest__Output as _clientreporting_reporting_ListRequest__Output } from '../../clientreporting/reporting/ListRequest.ts';
import type { NamesRequest as _clientreporting_reporting_NamesRequest, NamesRequest__Output as _clientreporting_reporting_NamesRequest__Output } from '../../clientreporting/reporting/NamesRequest.ts';
import type { Page as _clientreporting_reporting_Page, Page__Output as _clientreporting_reporting_Page__Output } from '../../clientreporting/reporting/Page.ts';

export interface ReportingClient extends grpc.Client {
  Changes(argument: _clientreporting_reporting_ChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Changes__Output>): grpc.ClientUnaryCall;
  Changes(argument: _clientreporting_reporting_ChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Changes__Output>): grpc.ClientUnaryCall;
  Changes(argument: _clientreporting_reporting_ChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Changes__Output>): grpc.ClientUnaryCall;
  Changes(argument: _clientreporting_reporting_ChangesRequest, callback: grpc.requestCallback<_clientreporting_reporting_Changes__Output>): grpc.ClientUnaryCall;
  changes(argument: _clientreporting_reporting_ChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Changes__Output>): grpc.ClientUnaryCall;
  changes(argument: _clientreporting_reporting_ChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Changes__Output>): grpc.ClientUnaryCall;
  changes(argument: _clientreporting_reporting_ChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Changes__Output>): grpc.ClientUnaryCall;
  changes(argument: _clientreporting_reporting_ChangesRequest, callback: grpc.requestCallback<_clientreporting_reporting_Changes__Output>): grpc.ClientUnaryCall;
  
  Export(argument: _clientreporting_reporting_ExportRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ExportChunk__Output>;
  Export(argument: _clientreporting_reporting_ExportRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ExportChunk__Output>;
  export(argument: _clientreporting_reporting_ExportRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ExportChunk__Output>;
  export(argument: _clientreporting_reporting_ExportRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ExportChunk__Output>;
  
  GetCompany(argument: _clientreporting_reporting_CompanyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Company__Output>): grpc.ClientUnaryCall;
  GetCompany(argument: _clientreporting_reporting_CompanyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Company__Output>): grpc.ClientUnaryCall;
  GetCompany(argument: _clientreporting_reporting_CompanyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Company__Output>): grpc.ClientUnaryCall;
  GetCompany(argument: _clientreporting_reporting_CompanyRequest, callback: grpc.requestCallback<_clientreporting_reporting_Company__Output>): grpc.ClientUnaryCall;
  getCompany(argument: _clientreporting_reporting_CompanyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Company__Output>): grpc.ClientUnaryCall;
  getCompany(argument: _clientreporting_reporting_CompanyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Company__Output>): grpc.ClientUnaryCall;
  getCompany(argument: _clientreporting_reporting_CompanyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Company__Output>): grpc.ClientUnaryCall;
  getCompany(argument: _clientreporting_reporting_CompanyRequest, callback: grpc.requestCallback<_clientreporting_reporting_Company__Output>): grpc.ClientUnaryCall;
  
  List(argument: _clientreporting_reporting_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  List(argument: _clientreporting_reporting_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  List(argument: _clientreporting_reporting_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  List(argument: _clientreporting_reporting_ListRequest, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  list(argument: _clientreporting_reporting_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  list(argument: _clientreporting_reporting_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  list(argument: _clientreporting_reporting_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  list(argument: _clientreporting_reporting_ListRequest, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  
  ListNames(argument: _clientreporting_reporting_NamesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  ListNames(argument: _clientreporting_reporting_NamesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  ListNames(argument: _clientreporting_reporting_NamesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  ListNames(argument: _clientreporting_reporting_NamesRequest, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  listNames(argument: _clientreporting_reporting_NamesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  listNames(argument: _clientreporting_reporting_NamesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  listNames(argument: _clientreporting_reporting_NamesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  listNames(argument: _clientreporting_reporting_NamesRequest, callback: grpc.requestCallback<_clientreporting_reporting_Page__Output>): grpc.ClientUnaryCall;
  
}

export interface ReportingHandlers extends grpc.UntypedServiceImplementation {
  Changes: grpc.handleUnaryCall<_clientreporting_reporting_ChangesRequest__Output, _clientreporting_reporting_Changes>;
  
  Export: grpc.handleServerStreamingCall<_clientreporting_reporting_ExportRequest__Output, _clientreporting_reporting_ExportChunk>;
  
  GetCompany: grpc.handleUnaryCall<_clientreporting_reporting_CompanyRequest__Output, _clientreporting_reporting_Company>;
  
  List: grpc.handleUnaryCall<_clientreporting_reporting_ListRequest__Output, _clientreporting_reporting_Page>;
  
  ListNames: grpc.handleUnaryCall<_clientreporting_reporting_NamesRequest__Output, _clientreporting_reporting_Page>;
  
}

export interface ReportingDefinition extends grpc.ServiceDefinition {
  Changes: MethodDefinition<_clientreporting_reporting_ChangesRequest, _clientreporting_reporting_Changes, _clientreporting_reporting_ChangesRequest__Output, _clientreporting_reporting_Changes__Output>
  Export: MethodDefinition<_clientreporting_reporting_ExportRequest, _clientreporting_reporting_ExportChunk, _clientreporting_reporting_ExportRequest__Output, _clientreporting_reporting_ExportChunk__Output>
  GetCompany: MethodDefinition<_clientreporting_reporting_CompanyRequest, _clientreporting_reporting_Company, _clientreporting_reporting_CompanyRequest__Output, _clientreporting_reporting_Company__Output>
  List: MethodDefinition<_clientreporting_reporting_ListRequest, _clientreporting_reporting_Page, _clientreporting_reporting_ListRequest__Output, _clientreporting_reporting_Page__Output>
  ListNames: MethodDefinition<_clientreporting_reporting_NamesRequest, _clientreporting_reporting_Page, _clientreporting_reporting_NamesRequest__Output, _clientreporting_reporting_Page__Output>
}
