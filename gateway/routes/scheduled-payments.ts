import type { RequestHandler } from 'express';
import { _clientreporting_reporting_ListScheduledPaymentsRequest_SortField as SortField } from '../../proto/generated/clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import { ScheduledPaymentStatus } from '../../proto/generated/clientreporting/reporting/ScheduledPaymentStatus.ts';
import { SortOrder } from '../../proto/generated/clientreporting/reporting/SortOrder.ts';
import type { RpcClient } from '../../runtime/rpc-client.ts';
import { ifNoneMatch, sendReport } from '../pipeline/polling.ts';
import { oneOf, oneOfEach, reportQuery, reportParameters, valuesOf } from '../pipeline/query.ts';

export const scheduledPaymentsParameters = {
  ...reportParameters,
  scheduledPaymentStatuses: oneOfEach(valuesOf(ScheduledPaymentStatus)),
  sortOrder: oneOf(valuesOf(SortOrder)).default('desc'),
  sortField: oneOf(valuesOf(SortField)).default('scheduledPaymentOn'),
};

const readQuery = reportQuery(scheduledPaymentsParameters);

/** GET …/scheduled-payments/list */
export function scheduledPayments(reporting: RpcClient<ReportingDefinition>, maxSpanDays?: number): RequestHandler {
  return async (request, response) => {
    const query = readQuery(request.url, maxSpanDays);
    const asked = { ...query, ifNoneMatch: ifNoneMatch(request) };
    sendReport(request, response, query.page, await reporting.ListScheduledPayments(asked, response.locals));
  };
}
