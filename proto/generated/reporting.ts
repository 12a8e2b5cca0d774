import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { ListScheduledPaymentsRequest as _clientreporting_reporting_ListScheduledPaymentsRequest, ListScheduledPaymentsRequest__Output as _clientreporting_reporting_ListScheduledPaymentsRequest__Output } from './clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import type { ListScheduledPaymentsResponse as _clientreporting_reporting_ListScheduledPaymentsResponse, ListScheduledPaymentsResponse__Output as _clientreporting_reporting_ListScheduledPaymentsResponse__Output } from './clientreporting/reporting/ListScheduledPaymentsResponse.ts';
import type { ListTimesheetsRequest as _clientreporting_reporting_ListTimesheetsRequest, ListTimesheetsRequest__Output as _clientreporting_reporting_ListTimesheetsRequest__Output } from './clientreporting/reporting/ListTimesheetsRequest.ts';
import type { ListTimesheetsResponse as _clientreporting_reporting_ListTimesheetsResponse, ListTimesheetsResponse__Output as _clientreporting_reporting_ListTimesheetsResponse__Output } from './clientreporting/reporting/ListTimesheetsResponse.ts';
import type { Pagination as _clientreporting_reporting_Pagination, Pagination__Output as _clientreporting_reporting_Pagination__Output } from './clientreporting/reporting/Pagination.ts';
import type { Person as _clientreporting_reporting_Person, Person__Output as _clientreporting_reporting_Person__Output } from './clientreporting/reporting/Person.ts';
import type { ReportingClient as _clientreporting_reporting_ReportingClient, ReportingDefinition as _clientreporting_reporting_ReportingDefinition } from './clientreporting/reporting/Reporting.ts';
import type { ScheduledPayment as _clientreporting_reporting_ScheduledPayment, ScheduledPayment__Output as _clientreporting_reporting_ScheduledPayment__Output } from './clientreporting/reporting/ScheduledPayment.ts';
import type { ScheduledPaymentsStatistics as _clientreporting_reporting_ScheduledPaymentsStatistics, ScheduledPaymentsStatistics__Output as _clientreporting_reporting_ScheduledPaymentsStatistics__Output } from './clientreporting/reporting/ScheduledPaymentsStatistics.ts';
import type { Team as _clientreporting_reporting_Team, Team__Output as _clientreporting_reporting_Team__Output } from './clientreporting/reporting/Team.ts';
import type { Timesheet as _clientreporting_reporting_Timesheet, Timesheet__Output as _clientreporting_reporting_Timesheet__Output } from './clientreporting/reporting/Timesheet.ts';
import type { TimesheetStatistics as _clientreporting_reporting_TimesheetStatistics, TimesheetStatistics__Output as _clientreporting_reporting_TimesheetStatistics__Output } from './clientreporting/reporting/TimesheetStatistics.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  clientreporting: {
    reporting: {
      ListScheduledPaymentsRequest: MessageTypeDefinition<_clientreporting_reporting_ListScheduledPaymentsRequest, _clientreporting_reporting_ListScheduledPaymentsRequest__Output>
      ListScheduledPaymentsResponse: MessageTypeDefinition<_clientreporting_reporting_ListScheduledPaymentsResponse, _clientreporting_reporting_ListScheduledPaymentsResponse__Output>
      ListTimesheetsRequest: MessageTypeDefinition<_clientreporting_reporting_ListTimesheetsRequest, _clientreporting_reporting_ListTimesheetsRequest__Output>
      ListTimesheetsResponse: MessageTypeDefinition<_clientreporting_reporting_ListTimesheetsResponse, _clientreporting_reporting_ListTimesheetsResponse__Output>
      Pagination: MessageTypeDefinition<_clientreporting_reporting_Pagination, _clientreporting_reporting_Pagination__Output>
      Person: MessageTypeDefinition<_clientreporting_reporting_Person, _clientreporting_reporting_Person__Output>
      Reporting: SubtypeConstructor<typeof grpc.Client, _clientreporting_reporting_ReportingClient> & { service: _clientreporting_reporting_ReportingDefinition }
      ScheduledPayment: MessageTypeDefinition<_clientreporting_reporting_ScheduledPayment, _clientreporting_reporting_ScheduledPayment__Output>
      ScheduledPaymentsStatistics: MessageTypeDefinition<_clientreporting_reporting_ScheduledPaymentsStatistics, _clientreporting_reporting_ScheduledPaymentsStatistics__Output>
      SortOrder: EnumTypeDefinition
      Team: MessageTypeDefinition<_clientreporting_reporting_Team, _clientreporting_reporting_Team__Output>
      Timesheet: MessageTypeDefinition<_clientreporting_reporting_Timesheet, _clientreporting_reporting_Timesheet__Output>
      TimesheetStatistics: MessageTypeDefinition<_clientreporting_reporting_TimesheetStatistics, _clientreporting_reporting_TimesheetStatistics__Output>
    }
  }
}

