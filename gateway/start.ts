import { createServer } from 'node:http';
import { authService, reportingService } from '../proto/load.ts';
import type { ReportDefinitions } from '../proto/report.ts';
import { reports as allReports } from '../proto/reports.ts';
import { openAccess } from '../access/access.ts';
import { listenHttp } from '../runtime/process/http-server.ts';
import type { Program } from '../runtime/process/program.ts';
import { connectRedis, firstReady } from '../runtime/redis.ts';
import { connectRpc } from '../runtime/grpc/rpc-client.ts';
import { openRpcCredentials } from '../runtime/grpc/tls.ts';
import { createApp } from './app.ts';
import type { GatewayConfig } from './config.ts';
import { limitConnections } from './limits/connections.ts';
import { createLimiter } from './limits/limiter.ts';
import { rateLimitTiers } from './limits/tiers.ts';
import { expressMessages } from './http/express-messages.ts';
import { serveHttp } from './http/malformed-http.ts';
import { rateLimit } from './pipeline/rate-limit.ts';
import { securityHeadersOf } from './pipeline/request-context.ts';

/** Opens what it needs, and listens. @returns the address */
export async function startGateway(
  config: GatewayConfig,
  program: Program,
  reports: ReportDefinitions = allReports,
): Promise<string> {
  const { log, metrics, tracing, onStop } = program;
  const { channel } = openRpcCredentials(config, program);
  const rpc = { credentials: channel, metrics, tracing };
  const { AUTH_ADDRESS, REPORTING_ADDRESS, times } = config;
  const auth = connectRpc(authService, { ...rpc, address: AUTH_ADDRESS, deadlineMs: times.authDeadlineMs });
  const reporting = connectRpc(reportingService, {
    ...rpc,
    address: REPORTING_ADDRESS,
    deadlineMs: times.reportingDeadlineMs,
    streams: {
      startMs: times.exportStartMs,
      silenceMs: times.exportStallMs,
      deadlineMs: times.exportDeadlineMs,
    },
  });
  onStop('gRPC clients', async () => {
    auth.close();
    reporting.close();
  });
  const redis = config.REDIS_URL === undefined ? undefined : connectRedis(config.REDIS_URL, log);
  onStop('Redis of the limits', async () => redis?.disconnect());
  if (redis) await firstReady(redis);
  const limiter = createLimiter({ redis, replicas: config.RATE_LIMIT_REPLICAS, log, metrics });
  const limits = rateLimit(limiter, rateLimitTiers(config), { log, metrics });
  const access = openAccess(auth, config, program);
  const app = createApp({ reports, config, access, auth, reporting, rateLimit: limits, log, metrics, tracing });
  const server = createServer({
    ...expressMessages(app),
    requireHostHeader: false,
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: times.keepAliveMs,
  });
  limitConnections(server, {
    max: config.MAX_CONNECTIONS,
    proxyKeepAliveMs: times.proxyKeepAliveMs,
    isProxy: (address) => (app.get('trust proxy fn') as (address: string, hop: number) => boolean)(address, 0),
    log,
    metrics,
  });
  // Closes a connection whose client stopped reading.
  server.timeout = times.reportingDeadlineMs + 60_000;
  serveHttp(server, app, { log, metrics, securityHeaders: securityHeadersOf(config) });
  const { url, close } = await listenHttp(server, config);
  onStop('HTTP server', () => close(config.DRAIN_MS), config.DRAIN_MS + 500);
  return url;
}
