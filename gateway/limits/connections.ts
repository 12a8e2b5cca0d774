import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import { atMostEvery } from '../../runtime/logger.ts';
import type { Logger } from '../../runtime/logger.ts';
import { networkOf, socketKey } from '../http/client-address.ts';

type ConnectionLimit = {
  max: number;
  proxyKeepAliveMs: number;
  isProxy: (address: string) => boolean;
  log: Logger;
  metrics: Registry;
};

/** The open connections of a network, and those without a request, the longest idle one first. */
type Network = { open: number; idle: Set<Socket> };

/**
 * Closes the connections of a network beyond a quarter of `max`. Where all are taken, the longest idle one of the network that has most idle
 * ones makes room. Proxies have no share, and keep idle connections longer.
 */
export function limitConnections(
  server: Server,
  { max, proxyKeepAliveMs, isProxy, log, metrics }: ConnectionLimit,
): void {
  const refused = new Counter({
    name: 'client_reporting_http_connections_refused_total',
    help: 'Connections closed at once because their network had too many, or all were taken.',
    registers: [metrics],
  });
  const maxOfNetwork = Math.ceil(max / 4);
  const networks = new Map<string, Network>();
  const networkOfSocket = new WeakMap<Socket, Network>();
  let open = 0;
  const logRefusal = atMostEvery(60_000, (_, network: string) => {
    log.warn({ network, max: maxOfNetwork }, 'connections refused: the network has too many');
  });

  const makeRoom = (): boolean => {
    let most: Network | undefined;
    for (const network of networks.values()) if (network.idle.size > (most?.idle.size ?? 0)) most = network;
    const [longestIdle] = most?.idle ?? [];
    if (!most || !longestIdle) return false;
    most.idle.delete(longestIdle);
    longestIdle.destroy();
    return true;
  };
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    const isOfProxy = isProxy(socket.remoteAddress ?? '');
    const name = networkOf(socketKey(socket));
    const network = networks.get(name) ?? { open: 0, idle: new Set() };
    if ((!isOfProxy && network.open >= maxOfNetwork) || (open > max && !makeRoom())) {
      refused.inc();
      socket.destroy();
      logRefusal(name);
      return;
    }
    if (isOfProxy) return;
    network.open += 1;
    network.idle.add(socket);
    networks.set(name, network);
    networkOfSocket.set(socket, network);
    socket.once('close', () => {
      network.open -= 1;
      network.idle.delete(socket);
      if (network.open === 0) networks.delete(name);
    });
  });
  server.prependListener('request', ({ socket }, response) => {
    const network = networkOfSocket.get(socket);
    network?.idle.delete(socket);
    response.once('close', () => {
      if (!network) socket.setTimeout(proxyKeepAliveMs);
      else if (!socket.destroyed) network.idle.add(socket);
    });
  });
}
