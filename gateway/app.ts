import express from 'express';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import type { Registry } from 'prom-client';
import type { AuthDefinition } from '../proto/generated/clientreporting/auth/Auth.ts';
import type { ReportingDefinition } from '../proto/generated/clientreporting/reporting/Reporting.ts';
import type { ReportDefinitions } from '../proto/report.ts';
import { ApiError, errorTable } from '../proto/errors.ts';
import { summaryDefinition } from '../proto/summary.ts';
import type { Access } from '../access/access.ts';
import type { Logger } from '../runtime/logger.ts';
import type { RpcClient } from '../runtime/grpc/rpc-client.ts';
import type { Tracing } from '../runtime/tracing/tracing.ts';
import type { GatewayConfig } from './config.ts';
import { paths, portalPath, portalPaths, reportPath, routesOf } from './paths.ts';
import { bareAddress } from './http/client-address.ts';
import { limitHeld } from './limits/held.ts';
import { authenticate, challenge } from './pipeline/authenticate.ts';
import { basicChallenge } from './oauth/oauth-parameters.ts';
import type { RateLimit } from './pipeline/rate-limit.ts';
import { requestContext, securityHeadersOf } from './pipeline/request-context.ts';
import { createSend } from './http/send.ts';
import { requireValidHttp } from './http/valid-http.ts';
import { allow, writeError, writeOAuthError } from './http/errors.ts';
import { changesRoute, namesRoute, reportRoute } from './reports/routes.ts';
import { company } from './company.ts';
import { health } from './health.ts';
import { jwks, resourceChallenge, resourceMetadata, serverMetadata } from './oauth/discovery.ts';
import { mcp, refuse } from './mcp/route.ts';
import { createTools } from './mcp/tools.ts';
import { openApiDocument } from './openapi/document.ts';
import { openApi } from './openapi/route.ts';
import { portal, textPaths, toPortal } from './portal.ts';
import { oauthToken, revoke, token } from './oauth/tokens.ts';

export type AppParts = {
  reports: ReportDefinitions;
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
  const { reports, config, access, auth, reporting, rateLimit, log, metrics, tracing } = parts;
  const { PUBLIC_BASE_URL: publicUrl, times } = config;
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('strict routing').enable('case sensitive routing');
  // Express' own parsers read arrays wrongly: see queryReader.
  app.set('query parser', false);
  app.set('trust proxy', config.TRUST_PROXY);
  const isProxy = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  app.set('trust proxy', (address: string, hop: number) => isProxy(bareAddress(address), hop));

  const get = (path: string | string[] | RegExp, ...handlers: (RequestHandler | ErrorRequestHandler)[]) =>
    app
      .route(path)
      .get(...handlers)
      .all(allow('GET', 'HEAD'));
  const post = (path: string, ...handlers: (RequestHandler | ErrorRequestHandler)[]) =>
    app
      .route(path)
      .post(...handlers)
      .all(allow('POST'));

  const securityHeaders = securityHeadersOf(config);
  app.use(requestContext({ log, metrics, tracing, routeOf: routesOf(reports), securityHeaders }));
  app.all(paths.health, requireValidHttp);
  get(paths.health, health);
  const { begin, takeBytes } = limitHeld(config.MAX_CONCURRENT_REQUESTS, log);
  const send = createSend({ stallMs: times.exportStallMs, fileStallMs: times.fileStallMs }, takeBytes);
  if (config.PORTAL_URL) {
    // Outside the limits of the API: the portal shows people what is left of them, also when they are used up.
    app.get('/', requireValidHttp, toPortal);
    app.get(textPaths, (request, _response, next) => {
      request.url = portalPath + request.path;
      next();
    });
    app.all(portalPaths, rateLimit.ofPortal, requireValidHttp);
    get(portalPaths, portal(config.PORTAL_URL, config, send));
  }
  app.use(rateLimit.byAddress, requireValidHttp, begin);
  post(paths.token, token(auth, rateLimit));
  post(paths.oauthToken, oauthToken(auth, rateLimit, publicUrl), basicChallenge);
  post(paths.revoke, revoke(auth, rateLimit), basicChallenge);
  get(paths.jwks, jwks(auth));
  get(paths.metadata, serverMetadata(publicUrl));
  const documentOf = (address: string) => openApiDocument({ ...config, PUBLIC_BASE_URL: address }, reports);
  get(paths.openApi, openApi(documentOf, publicUrl, send));

  const answering = { reporting, config, send };
  const authenticated = authenticate(access, auth, rateLimit);
  const read = (path: string, answer: RequestHandler) => get(path, authenticated, answer, challenge());
  for (const [name, definition] of Object.entries(reports)) {
    const { sums, changes } = definition;
    read(reportPath(name, 'list'), reportRoute(name, definition, answering));
    const summary = sums && summaryDefinition(definition, sums);
    if (summary) read(reportPath(name, 'summary'), reportRoute(name, summary, answering));
    if (changes) read(reportPath(name, 'changes'), changesRoute(name, definition, answering));
  }
  for (const list of ['teams', 'contractors'] as const) read(paths[list], namesRoute(list, answering));
  read(paths.company, company(reporting));
  get(paths.protectedResource, resourceMetadata(publicUrl, config.TRUSTED_ISSUERS));
  const tools = createTools(reporting, config, reports);
  post(paths.mcp, authenticated, mcp(tools, publicUrl, send), challenge(resourceChallenge(publicUrl)));
  if (config.PORTAL_URL) {
    get('/', toPortal);
    app.all(textPaths, allow('GET', 'HEAD'));
  }
  app.use(() => {
    throw new ApiError('not_found', { message: `${errorTable.not_found.message} ${paths.openApi} lists the paths.` });
  });
  const forms = { [paths.oauthToken]: writeOAuthError, [paths.revoke]: writeOAuthError, [paths.mcp]: refuse };
  app.use(writeError(forms));
  return app;
}
