import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from './program.ts';

/**
 * Listens, and returns the address.
 * @throws StartError naming PORT
 */
export async function listenHttp(server: Server, { PORT, HOST }: { PORT: number; HOST?: string | undefined }) {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is taken' : `can't be listened on (${error.code})`;
      reject(new StartError(`PORT ${PORT} ${reason}. Set PORT to a free one.`));
    });
    server.listen(PORT, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return `http://localhost:${port}`;
}

/** Closes idle connections at once, lets running requests end, and cuts those that don't within `drainMs`. */
export function closeHttp(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), drainMs).unref();
  });
}
