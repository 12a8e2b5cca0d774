import type { RequestHandler } from 'express';
import { _clientreporting_reporting_ListTimesheetsRequest_SortField as SortField } from '../../proto/generated/clientreporting/reporting/ListTimesheetsRequest.ts';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import { SortOrder } from '../../proto/generated/clientreporting/reporting/SortOrder.ts';
import type { RpcClient } from '../../runtime/rpc-client.ts';
import { ifNoneMatch, sendReport } from '../pipeline/polling.ts';
import { oneOf, reportQuery, reportParameters, valuesOf } from '../pipeline/query.ts';

export const timesheetsParameters = {
  ...reportParameters,
  sortOrder: oneOf(valuesOf(SortOrder)).default('asc'),
  sortField: oneOf(valuesOf(SortField)).default('contract'),
};

const readQuery = reportQuery(timesheetsParameters);

/** GET …/timesheets/list */
export function timesheets(reporting: RpcClient<ReportingDefinition>, maxSpanDays?: number): RequestHandler {
  return async (request, response) => {
    const query = readQuery(request.url, maxSpanDays);
    const asked = { ...query, ifNoneMatch: ifNoneMatch(request) };
    sendReport(request, response, query.page, await reporting.ListTimesheets(asked, response.locals));
  };
}
