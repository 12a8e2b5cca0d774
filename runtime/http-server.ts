import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './program.ts';

export type HttpServer = {
  /** Address that it listens on. */
  url: string;
  /**
   * Ends in peace: each connection with its next answer, or after a second in which it asked for nothing. Then no more are
   * taken, and what still runs `drainMs` after the beginning is cut.
   */
  close: (drainMs: number) => Promise<void>;
};

/**
 * Listens.
 * @throws StartError naming PORT
 */
export async function listenHttp(
  server: Server,
  { PORT, HOST }: { PORT: number; HOST?: string | undefined },
): Promise<HttpServer> {
  const running = new Set<ServerResponse>();
  server.prependListener('request', (_request, response) => {
    running.add(response);
    response.once('close', () => running.delete(response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is taken' : `can't be listened on (${error.code})`;
      reject(new StartError(`PORT ${PORT} ${reason}. Set PORT to a free one.`));
    });
    server.listen(PORT, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, close: (drainMs) => close(server, running, drainMs) };
}

async function close(server: Server, running: Set<ServerResponse>, drainMs: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), drainMs).unref();
  for (const response of running) endsConnection(response);
  server.prependListener('request', (_request, response) => endsConnection(response));
  const limit = performance.now() + Math.min(lastRequestsMs, drainMs);
  while ((await connectionsOf(server)) > 0 && performance.now() < limit) await sleep(20);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(cut);
}

/** A client that is busy asks again within this time, and learns by the answer that the connection ends. */
const lastRequestsMs = 1_000;

function endsConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}
