import type { RequestHandler } from 'express';
import jwt from 'jsonwebtoken';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import { reports } from '../../proto/reports.ts';
import type { ReportName } from '../../proto/reports.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import type { GatewayConfig } from '../config.ts';
import { paceOf } from '../http/client-pace.ts';
import { publicAddress } from '../http/public-address.ts';
import { sendJson } from '../http/send-body.ts';
import type { TakeBytes } from '../limits/response-bytes.ts';
import { leastVersion } from './conditional.ts';
import { changesReader } from './report-query.ts';
import { otherParameters } from './send-page.ts';
import { preferredWait } from './waits.ts';
import type { Waits } from './waits.ts';

/** GET of what changed in a report since a version. */
export function changesRoute(
  report: ReportName,
  parts: { reporting: RpcClient<ReportingDefinition>; config: GatewayConfig; takeBytes: TakeBytes; waits: Waits },
): RequestHandler {
  const { reporting, config, takeBytes, waits } = parts;
  const read = changesReader(reports[report], config.REPORT_MAX_SPAN_DAYS);
  const pace = paceOf(config);
  return async (request, response) => {
    const { authorization } = request.headers;
    const { requestId, clientAddress } = response.locals;
    const query = read(request.url);
    const changes = { report, ...query, leastVersion: leastVersion(request) };
    const { json, version, more } = await waits.run(
      applicationOf(authorization),
      preferredWait(request.get('prefer')),
      response,
      (waitSeconds, caller) =>
        reporting.Changes(
          { ...changes, waitSeconds },
          { requestId, clientAddress, authorization, caller, waitMs: waitSeconds * 1_000 },
        ),
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

/** The application of an access token that was verified. */
function applicationOf(authorization = ''): string {
  const claims = jwt.decode(authorization.replace(/^\S+\s+/, ''));
  return claims !== null && typeof claims === 'object' ? String(claims.client_id) : '';
}
