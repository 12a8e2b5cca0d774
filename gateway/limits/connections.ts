import type { Server } from 'node:net';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Logger } from '../../runtime/logger.ts';
import { createShares } from '../../runtime/shares.ts';
import { socketKey } from '../http/client-address.ts';

type ConnectionLimit = {
  max: number;
  maxPerAddress: number;
  isProxy: (address: string) => boolean;
  log: Logger;
  metrics: Registry;
};

const logIntervalMs = 60_000;

/** Closes the connections of an address, or a network, beyond its share of `max`. Proxies have no limit. */
export function limitConnections(server: Server, { max, maxPerAddress, isProxy, log, metrics }: ConnectionLimit): void {
  const refused = new Counter({
    name: 'client_reporting_http_connections_refused_total',
    help: 'Connections closed at once because their address or its network had too many.',
    registers: [metrics],
  });
  const shares = createShares({ all: max, ofEach: maxPerAddress });
  let loggedAt = -Infinity;
  server.on('connection', (socket) => {
    if (isProxy(socket.remoteAddress ?? '')) return;
    const address = socketKey(socket);
    const exceeded = shares.exceeded(address, 1);
    if (exceeded) {
      refused.inc();
      socket.destroy();
      if (performance.now() - loggedAt > logIntervalMs) {
        loggedAt = performance.now();
        log.warn({ address: exceeded.key, max: exceeded.most }, 'connections refused: the address has too many');
      }
      return;
    }
    socket.once('close', shares.use(address, 1));
  });
}
