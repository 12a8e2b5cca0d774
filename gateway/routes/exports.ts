import type { RequestHandler } from 'express';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import type { RpcClient } from '../../runtime/rpc-client.ts';
import { exportFormatOf } from '../pipeline/accept.ts';
import { exportParameters } from '../pipeline/export.ts';
import type { SendExport } from '../pipeline/export.ts';
import { reportQuery } from '../pipeline/query.ts';
import { scheduledPaymentsParameters } from './scheduled-payments.ts';
import { timesheetsParameters } from './timesheets.ts';

type Reporting = RpcClient<ReportingDefinition>;

const pageOfOne = { page: 1, itemsPerPage: 1, ifNoneMatch: [] };

const readScheduledPayments = reportQuery({ ...scheduledPaymentsParameters, ...exportParameters });
const readTimesheets = reportQuery({ ...timesheetsParameters, ...exportParameters });

/** GET …/scheduled-payments/list, where Accept wants the whole report as a file. */
export function scheduledPaymentsExport(
  reporting: Reporting,
  sendExport: SendExport,
  maxSpanDays?: number,
): RequestHandler {
  return async (request, response, next) => {
    const format = exportFormatOf(request.headers.accept);
    if (!format) {
      next();
      return;
    }
    const query = readScheduledPayments(request.url, maxSpanDays);
    const file = { report: 'scheduled-payments', format, ...query };
    await sendExport(request, response, file, {
      pieces: () => reporting.ExportScheduledPayments({ ...query, format }, response.locals),
      pageOfOne: () => reporting.ListScheduledPayments({ ...query, ...pageOfOne }, response.locals),
    });
  };
}

/** GET …/timesheets/list, where Accept wants the whole report as a file. */
export function timesheetsExport(reporting: Reporting, sendExport: SendExport, maxSpanDays?: number): RequestHandler {
  return async (request, response, next) => {
    const format = exportFormatOf(request.headers.accept);
    if (!format) {
      next();
      return;
    }
    const query = readTimesheets(request.url, maxSpanDays);
    const file = { report: 'timesheets', format, ...query };
    await sendExport(request, response, file, {
      pieces: () => reporting.ExportTimesheets({ ...query, format }, response.locals),
      pageOfOne: () => reporting.ListTimesheets({ ...query, ...pageOfOne }, response.locals),
    });
  };
}
