import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export type Relay = Awaited<ReturnType<typeof startRelay>>;

/** A piece of network before a server on the loopback interface, at a port of its own, that can fail. */
export async function startRelay(serverPort: number, at = 0) {
  const all = new Set<Socket>();
  let pairs: [Socket, Socket][] = [];
  let waiting: Socket[] = [];
  let isCut = false;
  let target = serverPort;
  const hold = (socket: Socket) => {
    all.add(socket.on('error', () => socket.destroy()));
  };
  const pass = (client: Socket) => {
    const server = connect(target, '127.0.0.1');
    hold(server);
    pairs.push([client, server], [server, client]);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => {
        if (!isCut && pairs.some(([one]) => one === from)) to.destroy();
      });
    }
    join([client, server]);
    join([server, client]);
  };
  const relay = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (client) => {
    hold(client);
    if (isCut) waiting.push(client);
    else pass(client);
  }).listen(at, '127.0.0.1');
  await once(relay, 'listening');
  const { port } = relay.address() as AddressInfo;
  const part = () => {
    for (const [from, to] of pairs) from.unpipe(to).pause();
  };
  const heal = () => {
    isCut = false;
    pairs.forEach(join);
    for (const client of waiting.splice(0)) pass(client);
  };
  return {
    port,
    address: `127.0.0.1:${port}`,
    /** Lets nothing pass from now on, without a word: bytes, ends and new connections wait. */
    cut: () => {
      isCut = true;
      part();
    },
    /** Lets everything pass again, what has waited first. */
    heal,
    /** Forgets the connections there are, without a word to either end; new ones pass. */
    lose: () => {
      part();
      pairs = [];
      waiting = [];
      heal();
    },
    /** New connections go to another server from now on. */
    redirect: (port: number) => {
      target = port;
    },
    stop: async () => {
      relay.close();
      for (const socket of all) socket.destroy();
      await once(relay, 'close');
    },
  };
}

function join([from, to]: [Socket, Socket]): void {
  from.pipe(to);
}
