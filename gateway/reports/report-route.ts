import type { RequestHandler } from 'express';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import type { ReportDefinition } from '../../proto/report.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import type { GatewayConfig } from '../config.ts';
import { conditionsOf } from './conditional.ts';
import { exportFormatOf } from './media-types.ts';
import { fileParameters, pageParameters } from './report-parameters.ts';
import { queryReader } from './report-query.ts';
import { sendFile } from './send-file.ts';
import { sendPage } from './send-page.ts';

type Reporting = RpcClient<ReportingDefinition>;

type ReportCalls = {
  list: Reporting['ListScheduledPayments'] | Reporting['ListTimesheets'];
  file: Reporting['ExportScheduledPayments'] | Reporting['ExportTimesheets'];
};

/** GET of a report: one page as JSON, or the whole report as a file where Accept prefers that. */
export function reportRoute(report: ReportDefinition, calls: ReportCalls, config: GatewayConfig): RequestHandler {
  const readPage = queryReader(report, pageParameters, config.REPORT_MAX_SPAN_DAYS);
  const readFile = queryReader(report, fileParameters, config.REPORT_MAX_SPAN_DAYS);
  const pace = { stallMs: config.EXPORT_STALL_MS, minBytesPerSecond: config.EXPORT_MIN_BYTES_PER_SECOND };
  return async (request, response) => {
    const { requestId } = response.locals;
    const call = { requestId, authorization: request.headers.authorization, caller: response };
    const conditions = conditionsOf(request);
    const format = exportFormatOf(request);
    if (format === undefined) {
      const query = readPage(request.url);
      const page = await calls.list({ ...query, ...conditions }, call);
      sendPage(request, response, query.page, page, config.PUBLIC_BASE_URL);
      return;
    }
    const query = readFile(request.url);
    const file = { report: report.name, format, ...query };
    const headersOnly = request.method === 'HEAD';
    await sendFile(response, file, () => calls.file({ ...query, format, ...conditions, headersOnly }, call), pace);
  };
}
