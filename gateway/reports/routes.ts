import type { RequestHandler } from 'express';
import type { ChangesRequest__Output } from '../../proto/generated/clientreporting/reporting/ChangesRequest.ts';
import type { ListRequest__Output } from '../../proto/generated/clientreporting/reporting/ListRequest.ts';
import type { NamesList__Output } from '../../proto/generated/clientreporting/reporting/NamesList.ts';
import type { NamesRequest__Output } from '../../proto/generated/clientreporting/reporting/NamesRequest.ts';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import type { Conditions, ReportDefinition } from '../../proto/report.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import type { GatewayConfig } from '../config.ts';
import { callFor } from '../http/call-options.ts';
import type { Send } from '../http/send.ts';
import { conditionsOf, leastVersion, refuseRange } from './conditional.ts';
import { exportFormatOf, requireJsonAccepted } from './media-types.ts';
import {
  changesParameters,
  fileParameters,
  namesParameters,
  pageParameters,
  reportParameters,
} from './report-parameters.ts';
import { requestReader } from './report-query.ts';
import { sendFile } from './send-file.ts';
import { linkHeader, linkTo, sendPage } from './send-page.ts';

type PageRequest = Omit<ListRequest__Output, 'report' | keyof Conditions>;
type Parts = { reporting: RpcClient<ReportingDefinition>; config: GatewayConfig; send: Send };

/** GET of a report, or of its sums: one page as JSON, or the whole report as a file where Accept prefers that. */
export function reportRoute(
  report: string,
  definition: ReportDefinition,
  { reporting, config, send }: Parts,
): RequestHandler {
  const options = { filters: definition.filters, maxSpanDays: config.REPORT_MAX_SPAN_DAYS };
  const readPage = requestReader<PageRequest>(reportParameters(definition, pageParameters), options);
  const readFile = requestReader<PageRequest>(reportParameters(definition, fileParameters), options);
  return async (request, response) => {
    const call = callFor(response, request.headers.authorization);
    const conditions = conditionsOf(request);
    const format = exportFormatOf(request);
    if (format === undefined) {
      const query = readPage(request.url);
      const answer = await reporting.List({ report, ...query, ...conditions }, call);
      await sendPage(request, response, query.page, answer, { publicUrl: config.PUBLIC_BASE_URL, send });
      return;
    }
    if (request.method === 'GET') refuseRange(request);
    const query = readFile(request.url);
    const file = { report, format, ...query };
    const headersOnly = request.method === 'HEAD';
    await sendFile(response, file, () => reporting.Export({ ...file, ...conditions, headersOnly }, call), send);
  };
}

/** GET of what changed in a report since a version. */
export function changesRoute(
  report: string,
  definition: ReportDefinition,
  { reporting, config, send }: Parts,
): RequestHandler {
  const options = { filters: definition.filters, maxSpanDays: config.REPORT_MAX_SPAN_DAYS };
  const read = requestReader<ChangesRequest__Output>(changesParameters(definition), options);
  return async (request, response) => {
    requireJsonAccepted(request);
    const query = { ...read(request.url), report, leastVersion: leastVersion(request) };
    const answer = await reporting.Changes(query, callFor(response, request.headers.authorization));
    const { json, version, more } = answer;
    await send.json(response, json, {
      'Report-Version': `"${version}"`,
      'Cache-Control': 'no-store',
      Vary: 'Authorization, Accept-Encoding',
      ...(more && linkHeader([linkTo(request, config.PUBLIC_BASE_URL, 'since')(version, 'next')])),
    });
  };
}

/** GET of the teams or contractors that the company has contracts with, page by page. */
export function namesRoute(list: NamesList__Output, { reporting, config, send }: Parts): RequestHandler {
  const read = requestReader<NamesRequest__Output>(namesParameters);
  return async (request, response) => {
    requireJsonAccepted(request);
    const query = read(request.url);
    const call = callFor(response, request.headers.authorization);
    const answer = await reporting.ListNames({ ...query, ...conditionsOf(request), list }, call);
    await sendPage(request, response, query.page, answer, { publicUrl: config.PUBLIC_BASE_URL, send });
  };
}
