// Original file: proto/reporting.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ExportScheduledPaymentsRequest as _clientreporting_reporting_ExportScheduledPaymentsRequest, ExportScheduledPaymentsRequest__Output as _clientreporting_reporting_ExportScheduledPaymentsRequest__Output } from '../../clientreporting/reporting/ExportScheduledPaymentsRequest.ts';
import type { ExportTimesheetsRequest as _clientreporting_reporting_ExportTimesheetsRequest, ExportTimesheetsRequest__Output as _clientreporting_reporting_ExportTimesheetsRequest__Output } from '../../clientreporting/reporting/ExportTimesheetsRequest.ts';
import type { ListScheduledPaymentsRequest as _clientreporting_reporting_ListScheduledPaymentsRequest, ListScheduledPaymentsRequest__Output as _clientreporting_reporting_ListScheduledPaymentsRequest__Output } from '../../clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import type { ListTimesheetsRequest as _clientreporting_reporting_ListTimesheetsRequest, ListTimesheetsRequest__Output as _clientreporting_reporting_ListTimesheetsRequest__Output } from '../../clientreporting/reporting/ListTimesheetsRequest.ts';
import type { Report as _clientreporting_reporting_Report, Report__Output as _clientreporting_reporting_Report__Output } from '../../clientreporting/reporting/Report.ts';
import type { ReportPiece as _clientreporting_reporting_ReportPiece, ReportPiece__Output as _clientreporting_reporting_ReportPiece__Output } from '../../clientreporting/reporting/ReportPiece.ts';

export interface ReportingClient extends grpc.Client {
  ExportScheduledPayments(argument: _clientreporting_reporting_ExportScheduledPaymentsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ReportPiece__Output>;
  ExportScheduledPayments(argument: _clientreporting_reporting_ExportScheduledPaymentsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ReportPiece__Output>;
  exportScheduledPayments(argument: _clientreporting_reporting_ExportScheduledPaymentsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ReportPiece__Output>;
  exportScheduledPayments(argument: _clientreporting_reporting_ExportScheduledPaymentsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ReportPiece__Output>;
  
  ExportTimesheets(argument: _clientreporting_reporting_ExportTimesheetsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ReportPiece__Output>;
  ExportTimesheets(argument: _clientreporting_reporting_ExportTimesheetsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ReportPiece__Output>;
  exportTimesheets(argument: _clientreporting_reporting_ExportTimesheetsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ReportPiece__Output>;
  exportTimesheets(argument: _clientreporting_reporting_ExportTimesheetsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_clientreporting_reporting_ReportPiece__Output>;
  
  ListScheduledPayments(argument: _clientreporting_reporting_ListScheduledPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  ListScheduledPayments(argument: _clientreporting_reporting_ListScheduledPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  ListScheduledPayments(argument: _clientreporting_reporting_ListScheduledPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  ListScheduledPayments(argument: _clientreporting_reporting_ListScheduledPaymentsRequest, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listScheduledPayments(argument: _clientreporting_reporting_ListScheduledPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listScheduledPayments(argument: _clientreporting_reporting_ListScheduledPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listScheduledPayments(argument: _clientreporting_reporting_ListScheduledPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listScheduledPayments(argument: _clientreporting_reporting_ListScheduledPaymentsRequest, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  
  ListTimesheets(argument: _clientreporting_reporting_ListTimesheetsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  ListTimesheets(argument: _clientreporting_reporting_ListTimesheetsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  ListTimesheets(argument: _clientreporting_reporting_ListTimesheetsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  ListTimesheets(argument: _clientreporting_reporting_ListTimesheetsRequest, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listTimesheets(argument: _clientreporting_reporting_ListTimesheetsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listTimesheets(argument: _clientreporting_reporting_ListTimesheetsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listTimesheets(argument: _clientreporting_reporting_ListTimesheetsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  listTimesheets(argument: _clientreporting_reporting_ListTimesheetsRequest, callback: grpc.requestCallback<_clientreporting_reporting_Report__Output>): grpc.ClientUnaryCall;
  
}

export interface ReportingHandlers extends grpc.UntypedServiceImplementation {
  ExportScheduledPayments: grpc.handleServerStreamingCall<_clientreporting_reporting_ExportScheduledPaymentsRequest__Output, _clientreporting_reporting_ReportPiece>;
  
  ExportTimesheets: grpc.handleServerStreamingCall<_clientreporting_reporting_ExportTimesheetsRequest__Output, _clientreporting_reporting_ReportPiece>;
  
  ListScheduledPayments: grpc.handleUnaryCall<_clientreporting_reporting_ListScheduledPaymentsRequest__Output, _clientreporting_reporting_Report>;
  
  ListTimesheets: grpc.handleUnaryCall<_clientreporting_reporting_ListTimesheetsRequest__Output, _clientreporting_reporting_Report>;
  
}

export interface ReportingDefinition extends grpc.ServiceDefinition {
  ExportScheduledPayments: MethodDefinition<_clientreporting_reporting_ExportScheduledPaymentsRequest, _clientreporting_reporting_ReportPiece, _clientreporting_reporting_ExportScheduledPaymentsRequest__Output, _clientreporting_reporting_ReportPiece__Output>
  ExportTimesheets: MethodDefinition<_clientreporting_reporting_ExportTimesheetsRequest, _clientreporting_reporting_ReportPiece, _clientreporting_reporting_ExportTimesheetsRequest__Output, _clientreporting_reporting_ReportPiece__Output>
  ListScheduledPayments: MethodDefinition<_clientreporting_reporting_ListScheduledPaymentsRequest, _clientreporting_reporting_Report, _clientreporting_reporting_ListScheduledPaymentsRequest__Output, _clientreporting_reporting_Report__Output>
  ListTimesheets: MethodDefinition<_clientreporting_reporting_ListTimesheetsRequest, _clientreporting_reporting_Report, _clientreporting_reporting_ListTimesheetsRequest__Output, _clientreporting_reporting_Report__Output>
}
