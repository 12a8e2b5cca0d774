import type { RequestHandler } from 'express';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import type { ReportDefinition } from '../../proto/report.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import type { GatewayConfig } from '../config.ts';
import { paceOf } from '../http/client-pace.ts';
import { publicAddress } from '../http/public-address.ts';
import { sendJson } from '../http/send-body.ts';
import type { TakeBytes } from '../limits/held.ts';
import { leastVersion } from './conditional.ts';
import { requireJsonAccepted } from './media-types.ts';
import { changesReader } from './report-query.ts';
import { otherParameters } from './send-page.ts';

/** GET of what changed in a report since a version. */
export function changesRoute(
  report: string,
  definition: ReportDefinition,
  parts: { reporting: RpcClient<ReportingDefinition>; config: GatewayConfig; takeBytes: TakeBytes },
): RequestHandler {
  const { reporting, config, takeBytes } = parts;
  const read = changesReader(definition, config.REPORT_MAX_SPAN_DAYS);
  const pace = paceOf(config);
  return async (request, response) => {
    const { authorization } = request.headers;
    const { requestId, clientAddress } = response.locals;
    requireJsonAccepted(request);
    const query = read(request.url);
    const { json, version, more } = await reporting.Changes(
      { report, ...query, leastVersion: leastVersion(request) },
      { requestId, clientAddress, authorization, caller: response },
    );
    takeBytes(response, json.length);
    response.set({
      'Report-Version': `"${version}"`,
      'Cache-Control': 'no-store',
      Vary: 'Authorization, Accept-Encoding',
    });
    if (more) {
      const base = publicAddress(config.PUBLIC_BASE_URL, request);
      const parameters = [...otherParameters(request.url, 'since'), `since=${version}`];
      response.set('Link', `<${base === undefined ? '' : base + request.path}?${parameters.join('&')}>; rel="next"`);
    }
    await sendJson(response, json, pace);
  };
}
