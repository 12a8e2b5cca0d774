import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { Changes as _clientreporting_reporting_Changes, Changes__Output as _clientreporting_reporting_Changes__Output } from './clientreporting/reporting/Changes.ts';
import type { ChangesRequest as _clientreporting_reporting_ChangesRequest, ChangesRequest__Output as _clientreporting_reporting_ChangesRequest__Output } from './clientreporting/reporting/ChangesRequest.ts';
import type { Company as _clientreporting_reporting_Company, Company__Output as _clientreporting_reporting_Company__Output } from './clientreporting/reporting/Company.ts';
import type { CompanyRequest as _clientreporting_reporting_CompanyRequest, CompanyRequest__Output as _clientreporting_reporting_CompanyRequest__Output } from './clientreporting/reporting/CompanyRequest.ts';
import type { ExportChunk as _clientreporting_reporting_ExportChunk, ExportChunk__Output as _clientreporting_reporting_ExportChunk__Output } from './clientreporting/reporting/ExportChunk.ts';
import type { ExportRequest as _clientreporting_reporting_ExportRequest, ExportRequest__Output as _clientreporting_reporting_ExportRequest__Output } from './clientreporting/reporting/ExportRequest.ts';
import type { Filter as _clientreporting_reporting_Filter, Filter__Output as _clientreporting_reporting_Filter__Output } from './clientreporting/reporting/Filter.ts';
import type { ListRequest as _clientreporting_reporting_ListRequest, ListRequest__Output as _clientreporting_reporting_ListRequest__Output } from './clientreporting/reporting/ListRequest.ts';
import type { NamesRequest as _clientreporting_reporting_NamesRequest, NamesRequest__Output as _clientreporting_reporting_NamesRequest__Output } from './clientreporting/reporting/NamesRequest.ts';
import type { Page as _clientreporting_reporting_Page, Page__Output as _clientreporting_reporting_Page__Output } from './clientreporting/reporting/Page.ts';
import type { ReportingClient as _clientreporting_reporting_ReportingClient, ReportingDefinition as _clientreporting_reporting_ReportingDefinition } from './clientreporting/reporting/Reporting.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  clientreporting: {
    reporting: {
      Changes: MessageTypeDefinition<_clientreporting_reporting_Changes, _clientreporting_reporting_Changes__Output>
      ChangesRequest: MessageTypeDefinition<_clientreporting_reporting_ChangesRequest, _clientreporting_reporting_ChangesRequest__Output>
      Company: MessageTypeDefinition<_clientreporting_reporting_Company, _clientreporting_reporting_Company__Output>
      CompanyRequest: MessageTypeDefinition<_clientreporting_reporting_CompanyRequest, _clientreporting_reporting_CompanyRequest__Output>
      ExportChunk: MessageTypeDefinition<_clientreporting_reporting_ExportChunk, _clientreporting_reporting_ExportChunk__Output>
      ExportFormat: EnumTypeDefinition
      ExportRequest: MessageTypeDefinition<_clientreporting_reporting_ExportRequest, _clientreporting_reporting_ExportRequest__Output>
      Filter: MessageTypeDefinition<_clientreporting_reporting_Filter, _clientreporting_reporting_Filter__Output>
      ListRequest: MessageTypeDefinition<_clientreporting_reporting_ListRequest, _clientreporting_reporting_ListRequest__Output>
      NamesList: EnumTypeDefinition
      NamesRequest: MessageTypeDefinition<_clientreporting_reporting_NamesRequest, _clientreporting_reporting_NamesRequest__Output>
      Page: MessageTypeDefinition<_clientreporting_reporting_Page, _clientreporting_reporting_Page__Output>
      Reporting: SubtypeConstructor<typeof grpc.Client, _clientreporting_reporting_ReportingClient> & { service: _clientreporting_reporting_ReportingDefinition }
      SortOrder: EnumTypeDefinition
    }
  }
}

