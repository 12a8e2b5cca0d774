import type { Server } from 'node:net';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Logger } from '../../runtime/logger.ts';
import { socketKey } from '../http/client-address.ts';

type ConnectionLimit = {
  max: number;
  isProxy: (address: string) => boolean;
  log: Logger;
  metrics: Registry;
};

const logIntervalMs = 60_000;

/** Closes the connections of an address beyond `max`, so that one client can't use up all. Proxies have no limit. */
export function limitConnections(server: Server, { max, isProxy, log, metrics }: ConnectionLimit): void {
  const refused = new Counter({
    name: 'client_reporting_http_connections_refused_total',
    help: 'Connections closed at once because their address had too many.',
    registers: [metrics],
  });
  const open = new Map<string, number>();
  let loggedAt = -Infinity;
  server.on('connection', (socket) => {
    const address = socketKey(socket);
    const count = (open.get(address) ?? 0) + 1;
    if (count > max && !isProxy(socket.remoteAddress ?? '')) {
      refused.inc();
      socket.destroy();
      if (performance.now() - loggedAt > logIntervalMs) {
        loggedAt = performance.now();
        log.warn({ address, max }, 'connections refused: the address has too many');
      }
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 0) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
