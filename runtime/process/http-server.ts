import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ExplainedError } from '../explained-error.ts';

export type HttpServer = {
  url: string;
  /** Ends each connection with its next answer; what still runs after `drainMs` is reset: see `writeError`. */
  close: (drainMs: number) => Promise<void>;
};

/** @throws ExplainedError naming PORT or HOST */
export async function listenHttp(
  server: Server,
  { PORT, HOST }: { PORT: number; HOST?: string | undefined },
): Promise<HttpServer> {
  const running: Running = new Map();
  server.on('connection', (socket) => {
    running.set(socket, undefined);
    socket.once('close', () => running.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    running.set(socket, response);
    response.once('close', () => {
      if (running.get(socket) === response) running.set(socket, undefined);
    });
  });
  await once(server.listen(PORT, HOST), 'listening').catch((error: unknown) => {
    throw cannotListen(error as NodeJS.ErrnoException, PORT, HOST);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, close: (drainMs) => close(server, running, drainMs) };
}

export function cannotListen({ code }: NodeJS.ErrnoException, port: number, host: string | undefined): ExplainedError {
  if (code === 'EADDRINUSE') return new ExplainedError(`PORT ${port} is taken. Set PORT to a free one.`);
  if (code === 'EACCES' || host === undefined)
    return new ExplainedError(`PORT ${port} can't be listened on (${code}). Set PORT to a free one.`);
  return new ExplainedError(`HOST ${host} can't be listened on (${code}). Set HOST to an address of this machine.`);
}

/** The last response of each connection, while it runs. Adding and removing each would leave many to major collections. */
type Running = Map<Socket, ServerResponse | undefined>;

async function close(server: Server, running: Running, drainMs: number): Promise<void> {
  const cut = setTimeout(() => {
    for (const [socket, response] of running) if (response) socket.resetAndDestroy();
    server.closeAllConnections();
  }, drainMs).unref();
  for (const response of running.values()) if (response) endsConnection(server, response);
  server.prependListener('request', (_request, response) => endsConnection(server, response));
  const limit = performance.now() + Math.min(lastRequestsMs, drainMs / 4);
  const count = promisify(server.getConnections.bind(server));
  while ((await count()) > 0 && performance.now() < limit) await sleep(20);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cut);
}

/** A client that is busy sends another request within this time, and is told by the response that the connection ends. */
const lastRequestsMs = 5_000;

function endsConnection(server: Server, response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  else response.once('close', () => setImmediate(() => server.closeIdleConnections()));
}
