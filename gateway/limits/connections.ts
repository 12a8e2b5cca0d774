import type { Server } from 'node:net';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Logger } from '../../runtime/logger.ts';
import { networkOf, socketKey } from '../http/client-address.ts';
import { createShares } from './shares.ts';

type ConnectionLimit = {
  max: number;
  isProxy: (address: string) => boolean;
  log: Logger;
  metrics: Registry;
};

const logIntervalMs = 60_000;

/** Closes the connections of a network beyond its share of `max`. Proxies have no limit. */
export function limitConnections(server: Server, { max, isProxy, log, metrics }: ConnectionLimit): void {
  const refused = new Counter({
    name: 'client_reporting_http_connections_refused_total',
    help: 'Connections closed at once because their network had too many.',
    registers: [metrics],
  });
  const shares = createShares(max);
  let loggedAt = -Infinity;
  server.on('connection', (socket) => {
    if (isProxy(socket.remoteAddress ?? '')) return;
    const network = networkOf(socketKey(socket));
    const release = shares.take(network, 1);
    if (release) {
      socket.once('close', release);
      return;
    }
    refused.inc();
    socket.destroy();
    if (performance.now() - loggedAt < logIntervalMs) return;
    loggedAt = performance.now();
    log.warn({ network, max: shares.ofNetwork }, 'connections refused: the network has too many');
  });
}
