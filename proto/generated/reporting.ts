import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { ExportScheduledPaymentsRequest as _clientreporting_reporting_ExportScheduledPaymentsRequest, ExportScheduledPaymentsRequest__Output as _clientreporting_reporting_ExportScheduledPaymentsRequest__Output } from './clientreporting/reporting/ExportScheduledPaymentsRequest.ts';
import type { ExportTimesheetsRequest as _clientreporting_reporting_ExportTimesheetsRequest, ExportTimesheetsRequest__Output as _clientreporting_reporting_ExportTimesheetsRequest__Output } from './clientreporting/reporting/ExportTimesheetsRequest.ts';
import type { ListScheduledPaymentsRequest as _clientreporting_reporting_ListScheduledPaymentsRequest, ListScheduledPaymentsRequest__Output as _clientreporting_reporting_ListScheduledPaymentsRequest__Output } from './clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import type { ListTimesheetsRequest as _clientreporting_reporting_ListTimesheetsRequest, ListTimesheetsRequest__Output as _clientreporting_reporting_ListTimesheetsRequest__Output } from './clientreporting/reporting/ListTimesheetsRequest.ts';
import type { Report as _clientreporting_reporting_Report, Report__Output as _clientreporting_reporting_Report__Output } from './clientreporting/reporting/Report.ts';
import type { ReportPiece as _clientreporting_reporting_ReportPiece, ReportPiece__Output as _clientreporting_reporting_ReportPiece__Output } from './clientreporting/reporting/ReportPiece.ts';
import type { ReportingClient as _clientreporting_reporting_ReportingClient, ReportingDefinition as _clientreporting_reporting_ReportingDefinition } from './clientreporting/reporting/Reporting.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  clientreporting: {
    reporting: {
      ExportFormat: EnumTypeDefinition
      ExportScheduledPaymentsRequest: MessageTypeDefinition<_clientreporting_reporting_ExportScheduledPaymentsRequest, _clientreporting_reporting_ExportScheduledPaymentsRequest__Output>
      ExportTimesheetsRequest: MessageTypeDefinition<_clientreporting_reporting_ExportTimesheetsRequest, _clientreporting_reporting_ExportTimesheetsRequest__Output>
      ListScheduledPaymentsRequest: MessageTypeDefinition<_clientreporting_reporting_ListScheduledPaymentsRequest, _clientreporting_reporting_ListScheduledPaymentsRequest__Output>
      ListTimesheetsRequest: MessageTypeDefinition<_clientreporting_reporting_ListTimesheetsRequest, _clientreporting_reporting_ListTimesheetsRequest__Output>
      Report: MessageTypeDefinition<_clientreporting_reporting_Report, _clientreporting_reporting_Report__Output>
      ReportPiece: MessageTypeDefinition<_clientreporting_reporting_ReportPiece, _clientreporting_reporting_ReportPiece__Output>
      Reporting: SubtypeConstructor<typeof grpc.Client, _clientreporting_reporting_ReportingClient> & { service: _clientreporting_reporting_ReportingDefinition }
      ScheduledPaymentStatus: EnumTypeDefinition
      SortOrder: EnumTypeDefinition
    }
  }
}

