import { createServer } from 'node:http';
import path from 'node:path';
import { listenHttp } from '../../runtime/process/http-server.ts';
import { runProgram } from '../../runtime/process/program.ts';
import { readPortalConfig } from './config.ts';
import { servePages } from './serve.ts';

// A quarter of it is longer than a gateway keeps an idle connection.
const drainMs = 10_000;

await runProgram(
  'portal',
  () => readPortalConfig(process.env),
  async (config, { log, onStop }) => {
    const server = createServer(
      { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 },
      servePages(path.join(import.meta.dirname, 'public'), config.TRUSTED_ISSUERS, log),
    );
    const { url, close } = await listenHttp(server, config);
    onStop('HTTP server', () => close(drainMs), drainMs + 500);
    return `${url}/portal`;
  },
);
