import express from 'express';
import type { Express } from 'express';
import type { Registry } from 'prom-client';
import type { AuthDefinition } from '../proto/generated/clientreporting/auth/Auth.ts';
import type { ReportingDefinition } from '../proto/generated/clientreporting/reporting/Reporting.ts';
import { scheduledPaymentsDefinition } from '../proto/scheduled-payments.ts';
import { timesheetsDefinition } from '../proto/timesheets.ts';
import type { Access } from '../access/access.ts';
import type { Logger } from '../runtime/logger.ts';
import type { RpcClient } from '../runtime/grpc/rpc-client.ts';
import type { Tracing } from '../runtime/tracing/tracing.ts';
import type { GatewayConfig } from './config.ts';
import { openApiDocument } from './openapi-document.ts';
import { paths } from './paths.ts';
import { allow } from './http/allow.ts';
import { authenticate, challenge } from './pipeline/authenticate.ts';
import { basicChallenge } from './oauth/oauth-parameters.ts';
import type { RateLimit } from './pipeline/rate-limit.ts';
import { requestContext, securityHeadersOf } from './pipeline/request-context.ts';
import { requestMetrics } from './pipeline/request-metrics.ts';
import { traceRequest } from './pipeline/trace-request.ts';
import { unknownPath } from './pipeline/unknown-path.ts';
import { requireValidHttp } from './http/valid-http.ts';
import { writeError } from './http/write-error.ts';
import { reportRoute } from './reports/report-route.ts';
import { health } from './health.ts';
import { jwks } from './oauth/jwks.ts';
import { metadata } from './oauth/server-metadata.ts';
import { openApi } from './openapi/route.ts';
import { portal, portalPath, portalPaths, toPortal } from './portal.ts';
import { revoke } from './oauth/revoke.ts';
import { oauthToken, token } from './oauth/token.ts';

export type AppParts = {
  config: GatewayConfig;
  access: Access;
  auth: RpcClient<AuthDefinition>;
  reporting: RpcClient<ReportingDefinition>;
  rateLimit: RateLimit;
  log: Logger;
  metrics: Registry;
  tracing?: Tracing | undefined;
};

/** The steps of every request, in their order. */
export function createApp(parts: AppParts): Express {
  const { config, access, auth, reporting, rateLimit, log, metrics, tracing } = parts;
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('strict routing').enable('case sensitive routing');
  // Express' own parsers read arrays wrongly: see queryReader.
  app.set('query parser', false);
  app.set('trust proxy', config.TRUST_PROXY);

  if (tracing) app.use(traceRequest(tracing));
  app.use(requestContext(log, requestMetrics(metrics), securityHeadersOf(config)));
  app.route(paths.health).all(requireValidHttp).get(health).all(allow('GET', 'HEAD'));
  if (config.PORTAL_URL) {
    // Outside the limits: the portal shows people what is left of them, also when they are used up.
    const pages = portal(config.PORTAL_URL, config.PORTAL_DEADLINE_MS);
    app.get('/', requireValidHttp, toPortal);
    app.get('/llms.txt', requireValidHttp, (_, response) => response.redirect(`${portalPath}/llms.txt`));
    app.route(portalPaths).all(requireValidHttp).get(pages).all(allow('GET', 'HEAD'));
  }
  app.use(rateLimit.byAddress, requireValidHttp);
  app.route(paths.token).post(token(auth, rateLimit)).all(allow('POST'));
  app.route(paths.oauthToken).post(oauthToken(auth, rateLimit), basicChallenge).all(allow('POST'));
  app.route(paths.revoke).post(revoke(auth, rateLimit), basicChallenge).all(allow('POST'));
  app.route(paths.jwks).get(jwks(auth)).all(allow('GET', 'HEAD'));
  app.route(paths.metadata).get(metadata(config.PUBLIC_BASE_URL)).all(allow('GET', 'HEAD'));
  const documentOf = (address: string) => openApiDocument({ ...config, PUBLIC_BASE_URL: address });
  const openApiAs = (format: 'JSON' | 'YAML') => openApi(documentOf, format, config.PUBLIC_BASE_URL);
  app.route(paths.openApiJson).get(openApiAs('JSON')).all(allow('GET', 'HEAD'));
  app.route(paths.openApiYaml).get(openApiAs('YAML')).all(allow('GET', 'HEAD'));

  const authenticated = authenticate(access);
  const payments = { list: reporting.ListScheduledPayments, file: reporting.ExportScheduledPayments };
  app
    .route(paths.scheduledPayments)
    .get(authenticated, reportRoute(scheduledPaymentsDefinition, payments, config), challenge)
    .all(allow('GET', 'HEAD'));
  const timesheets = { list: reporting.ListTimesheets, file: reporting.ExportTimesheets };
  app
    .route(paths.timesheets)
    .get(authenticated, reportRoute(timesheetsDefinition, timesheets, config), challenge)
    .all(allow('GET', 'HEAD'));
  if (config.PORTAL_URL) {
    app.route('/').get(toPortal).all(allow('GET', 'HEAD'));
    app.all('/llms.txt', allow('GET', 'HEAD'));
  }
  app.use(unknownPath([...Object.values(paths), ...(config.PORTAL_URL ? [portalPath] : [])]));
  app.use(writeError);
  return app;
}
