import type { RequestHandler } from 'express';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import type { ReportDefinition } from '../../proto/report.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import type { GatewayConfig } from '../config.ts';
import { paceOf } from '../http/client-pace.ts';
import type { TakeBytes } from '../limits/held.ts';
import { conditionsOf } from './conditional.ts';
import { exportFormatOf } from './media-types.ts';
import { fileParameters, pageParameters } from './report-parameters.ts';
import { queryReader } from './report-query.ts';
import { sendFile } from './send-file.ts';
import { sendPage } from './send-page.ts';

/** GET of a report, or of its sums: one page as JSON, or the whole report as a file where Accept prefers that. */
export function reportRoute(
  report: string,
  definition: ReportDefinition,
  reporting: RpcClient<ReportingDefinition>,
  config: GatewayConfig,
  takeBytes: TakeBytes,
): RequestHandler {
  const readPage = queryReader(definition, pageParameters, config.REPORT_MAX_SPAN_DAYS);
  const readFile = queryReader(definition, fileParameters, config.REPORT_MAX_SPAN_DAYS);
  const pace = paceOf(config);
  const page = { publicUrl: config.PUBLIC_BASE_URL, pace, takeBytes };
  const ofFile = { pace: { ...pace, stallMs: config.times.fileStallMs }, takeBytes };
  return async (request, response) => {
    const { requestId, clientAddress } = response.locals;
    const call = { requestId, clientAddress, authorization: request.headers.authorization, caller: response };
    const conditions = conditionsOf(request);
    const format = exportFormatOf(request);
    if (format === undefined) {
      const query = readPage(request.url);
      const answer = await reporting.List({ report, ...query, ...conditions }, call);
      await sendPage(request, response, query.page, answer, page);
      return;
    }
    const query = readFile(request.url);
    const file = { report, format, ...query };
    const headersOnly = request.method === 'HEAD';
    await sendFile(response, file, () => reporting.Export({ ...file, ...conditions, headersOnly }, call), ofFile);
  };
}
