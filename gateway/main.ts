import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authService, reportingService } from '../proto/load.ts';
import { runProgram, StartError } from '../runtime/program.ts';
import { connectRpc } from '../runtime/rpc-client.ts';
import { createApp } from './app.ts';
import { readGatewayConfig } from './config.ts';
import { createLimitCounts } from './limits/counts.ts';
import { createLocalLimiter } from './limits/local-limiter.ts';
import { rateLimitTiers } from './limits/tiers.ts';
import { expressMessages } from './pipeline/express-messages.ts';
import { serveHttp } from './pipeline/malformed-http.ts';
import { rateLimit } from './pipeline/rate-limit.ts';

const drainMs = 4_000;

await runProgram(
  'gateway',
  () => readGatewayConfig(process.env),
  async (config, { log, onStop }) => {
    const auth = connectRpc(authService, { address: config.AUTH_ADDRESS, deadlineMs: config.AUTH_DEADLINE_MS });
    const reporting = connectRpc(reportingService, {
      address: config.REPORTING_ADDRESS,
      deadlineMs: config.REPORTING_DEADLINE_MS,
      streamDeadlineMs: config.EXPORT_DEADLINE_MS,
    });
    onStop('gRPC clients', async () => {
      auth.close();
      reporting.close();
    });
    const limits = rateLimit(createLocalLimiter(), rateLimitTiers(config), createLimitCounts());
    const app = createApp({ config, auth, reporting, rateLimit: limits, log });
    const server = createServer({
      ...expressMessages(app),
      requireHostHeader: false,
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      // Longer than the 60 s of the usual load balancer, so that it is never us who close a connection it reuses.
      keepAliveTimeout: 65_000,
    });
    serveHttp(server, app, limits, log);
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        const reason = error.code === 'EADDRINUSE' ? 'is taken' : `can't be listened on (${error.code})`;
        reject(new StartError(`PORT ${config.PORT} ${reason}. Set PORT to a free one.`));
      });
      server.listen(config.PORT, config.HOST, resolve);
    });
    onStop('HTTP server', () => closeServer(server), drainMs + 500);
    const { port } = server.address() as AddressInfo;
    return `http://localhost:${port}`;
  },
);

/** Closes idle connections at once, lets running requests end, and cuts those that don't. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), drainMs).unref();
  });
}
