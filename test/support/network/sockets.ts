import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

type From = { localAddress?: string; first?: Buffer };

/** Opens so many connections at once, which send these bytes and take what comes; until each is open, or refused. */
export async function openSockets(url: string, count: number, { localAddress, first }: From = {}): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const opened = Array.from({ length: count }, () => {
    const socket = connect({ host: hostname, port: Number(port), ...(localAddress && { localAddress }) });
    if (first) socket.write(first);
    return socket.on('error', () => undefined).resume();
  });
  await Promise.all(opened.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
  return opened;
}
