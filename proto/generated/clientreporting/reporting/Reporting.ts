// Original file: proto/reporting.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ExportChunk as _clientreporting_reporting_ExportChunk, ExportChunk__Output as _clientreporting_reporting_ExportChunk__Output } from '../../clientreporting/reporting/ExportChunk.ts';
import type { ExportRequest as _clientreporting_reporting_ExportRequest, ExportRequest__Output as _clientreporting_reporting_ExportRequest__Output } from '../../clientreporting/reporting/ExportRequest.ts';
import type { ListRequest as _clientreporting_reporting_ListRequest, ListRequest__Output as _clientreporting_reporting_ListRequest__Output } from '../../clientreporting/reporting/ListRequest.ts';
import type { Report as _clientreporting_reporting_Report, Report__Output as _clientreporting_reporting_Report__Output } from '../../clientreporting/reporting/Report.ts';

export interface ReportingClient extends grpc.Client {
  ExportScheduledPayments(argument: _clientreporting_reporting_ExportRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ExportChunk__Output>;
  ExportScheduledPayments(argument: _clientreporting_reporting_ExportRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ExportChunk__Output>;
  exportScheduledPayments(argument: _clientreporting_reporting_ExportRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ExportChunk__Output>;
  exportScheduledPayments(argument: _clientreporting_reporting_ExportRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ExportChunk__Output>;
  
  ExportTimesheets(argument: _clientreporting_reporting_ExportRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ExportChunk__Output>;
  ExportTimesheets(argument: _clientreporting_reporting_ExportRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ExportChunk__Output>;
  exportTimesheets(argument: _clientreporting_reporting_ExportRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ExportChunk__Output>;
  exportTimesheets(argument: _clientreporting_reporting_ExportRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ExportChunk__Output>;
  
  ListScheduledPayments(argument: _clientreporting_reporting_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  ListScheduledPayments(argument: _clientreporting_reporting_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  ListScheduledPayments(argument: _clientreporting_reporting_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  ListScheduledPayments(argument: _clientreporting_reporting_ListRequest, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listScheduledPayments(argument: _clientreporting_reporting_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listScheduledPayments(argument: _clientreporting_reporting_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listScheduledPayments(argument: _clientreporting_reporting_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listScheduledPayments(argument: _clientreporting_reporting_ListRequest, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  
  ListTimesheets(argument: _clientreporting_reporting_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  ListTimesheets(argument: _clientreporting_reporting_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  ListTimesheets(argument: _clientreporting_reporting_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  ListTimesheets(argument: _clientreporting_reporting_ListRequest, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listTimesheets(argument: _clientreporting_reporting_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listTimesheets(argument: _clientreporting_reporting_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listTimesheets(argument: _clientreporting_reporting_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listTimesheets(argument: _clientreporting_reporting_ListRequest, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  
}

export interface ReportingHandlers extends grpc.UntypedServiceImplementation {
  ExportScheduledPayments: grpc.handleServerStreamingCall<_clientreporting_reporting_ExportRequest__Output, _clientreporting_reporting_ExportChunk>;
  
  ExportTimesheets: grpc.handleServerStreamingCall<_clientreporting_reporting_ExportRequest__Output, _clientreporting_reporting_ExportChunk>;
  
  ListScheduledPayments: grpc.handleUnaryCall<_clientreporting_reporting_ListRequest__Output, _clientreporting_reporting_Report>;
  
  ListTimesheets: grpc.handleUnaryCall<_clientreporting_reporting_ListRequest__Output, _clientreporting_reporting_Report>;
  
}

export interface ReportingDefinition extends grpc.ServiceDefinition {
  ExportScheduledPayments: MethodDefinition<_clientreporting_reporting_ExportRequest, _clientreporting_reporting_ExportChunk, _clientreporting_reporting_ExportRequest__Output, _clientreporting_reporting_ExportChunk__Output>
  ExportTimesheets: MethodDefinition<_clientreporting_reporting_ExportRequest, _clientreporting_reporting_ExportChunk, _clientreporting_reporting_ExportRequest__Output, _clientreporting_reporting_ExportChunk__Output>
  ListScheduledPayments: MethodDefinition<_clientreporting_reporting_ListRequest, _clientreporting_reporting_Report, _clientreporting_reporting_ListRequest__Output, _clientreporting_reporting_Report__Output>
  ListTimesheets: MethodDefinition<_clientreporting_reporting_ListRequest, _clientreporting_reporting_Report, _clientreporting_reporting_ListRequest__Output, _clientreporting_reporting_Report__Output>
}
