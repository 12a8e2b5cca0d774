import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { ExportChunk as _clientreporting_reporting_ExportChunk, ExportChunk__Output as _clientreporting_reporting_ExportChunk__Output } from './clientreporting/reporting/ExportChunk.ts';
import type { ExportRequest as _clientreporting_reporting_ExportRequest, ExportRequest__Output as _clientreporting_reporting_ExportRequest__Output } from './clientreporting/reporting/ExportRequest.ts';
import type { ListRequest as _clientreporting_reporting_ListRequest, ListRequest__Output as _clientreporting_reporting_ListRequest__Output } from './clientreporting/reporting/ListRequest.ts';
import type { Report as _clientreporting_reporting_Report, Report__Output as _clientreporting_reporting_Report__Output } from './clientreporting/reporting/Report.ts';
import type { ReportingClient as _clientreporting_reporting_ReportingClient, ReportingDefinition as _clientreporting_reporting_ReportingDefinition } from './clientreporting/reporting/Reporting.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  clientreporting: {
    reporting: {
      ExportChunk: MessageTypeDefinition<_clientreporting_reporting_ExportChunk, _clientreporting_reporting_ExportChunk__Output>
      ExportFormat: EnumTypeDefinition
      ExportRequest: MessageTypeDefinition<_clientreporting_reporting_ExportRequest, _clientreporting_reporting_ExportRequest__Output>
      ListRequest: MessageTypeDefinition<_clientreporting_reporting_ListRequest, _clientreporting_reporting_ListRequest__Output>
      Report: MessageTypeDefinition<_clientreporting_reporting_Report, _clientreporting_reporting_Report__Output>
      Reporting: SubtypeConstructor<typeof grpc.Client, _clientreporting_reporting_ReportingClient> & { service: _clientreporting_reporting_ReportingDefinition }
      ScheduledPaymentStatus: EnumTypeDefinition
      SortOrder: EnumTypeDefinition
    }
  }
}

