// Original file: proto/reporting.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListScheduledPaymentsRequest as _clientreporting_reporting_ListScheduledPaymentsRequest, ListScheduledPaymentsRequest__Output as _clientreporting_reporting_ListScheduledPaymentsRequest__Output } from '../../clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import type { ListTimesheetsRequest as _clientreporting_reporting_ListTimesheetsRequest, ListTimesheetsRequest__Output as _clientreporting_reporting_ListTimesheetsRequest__Output } from '../../clientreporting/reporting/ListTimesheetsRequest.ts';
import type { Report as _clientreporting_reporting_Report, Report__Output as _clientreporting_reporting_Report__Output } from '../../clientreporting/reporting/Report.ts';

export interface ReportingClient extends grpc.Client {
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
  ListScheduledPayments: grpc.handleUnaryCall<_clientreporting_reporting_ListScheduledPaymentsRequest__Output, _clientreporting_reporting_Report>;
  
  ListTimesheets: grpc.handleUnaryCall<_clientreporting_reporting_ListTimesheetsRequest__Output, _clientreporting_reporting_Report>;
  
}

export interface ReportingDefinition extends grpc.ServiceDefinition {
  ListScheduledPayments: MethodDefinition<_clientreporting_reporting_ListScheduledPaymentsRequest, _clientreporting_reporting_Report, _clientreporting_reporting_ListScheduledPaymentsRequest__Output, _clientreporting_reporting_Report__Output>
  ListTimesheets: MethodDefinition<_clientreporting_reporting_ListTimesheetsRequest, _clientreporting_reporting_Report, _clientreporting_reporting_ListTimesheetsRequest__Output, _clientreporting_reporting_Report__Output>
}
