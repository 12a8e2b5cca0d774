import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { ListScheduledPaymentsRequest as _clientreporting_reporting_ListScheduledPaymentsRequest, ListScheduledPaymentsRequest__Output as _clientreporting_reporting_ListScheduledPaymentsRequest__Output } from './clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import type { ListTimesheetsRequest as _clientreporting_reporting_ListTimesheetsRequest, ListTimesheetsRequest__Output as _clientreporting_reporting_ListTimesheetsRequest__Output } from './clientreporting/reporting/ListTimesheetsRequest.ts';
import type { Report as _clientreporting_reporting_Report, Report__Output as _clientreporting_reporting_Report__Output } from './clientreporting/reporting/Report.ts';
import type { ReportingClient as _clientreporting_reporting_ReportingClient, ReportingDefinition as _clientreporting_reporting_ReportingDefinition } from './clientreporting/reporting/Reporting.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  clientreporting: {
    reporting: {
      ListScheduledPaymentsRequest: MessageTypeDefinition<_clientreporting_reporting_ListScheduledPaymentsRequest, _clientreporting_reporting_ListScheduledPaymentsRequest__Output>
      ListTimesheetsRequest: MessageTypeDefinition<_clientreporting_reporting_ListTimesheetsRequest, _clientreporting_reporting_ListTimesheetsRequest__Output>
      Report: MessageTypeDefinition<_clientreporting_reporting_Report, _clientreporting_reporting_Report__Output>
      Reporting: SubtypeConstructor<typeof grpc.Client, _clientreporting_reporting_ReportingClient> & { service: _clientreporting_reporting_ReportingDefinition }
      ScheduledPaymentStatus: EnumTypeDefinition
      SortOrder: EnumTypeDefinition
    }
  }
}

