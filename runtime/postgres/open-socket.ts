import { lookup } from 'node:dns';
import { Socket } from 'node:net';
import type { LookupFunction } from 'node:net';

const timeoutMs = 1_000;

type Cached = [address: Parameters<Parameters<LookupFunction>[2]>[1], family: number | undefined];

const cached = new Map<string, Cached>();

/** As the DNS says or, where it has no answer within a second, as it said before. */
const lookUp: LookupFunction = (hostname, options, callback) => {
  const key = JSON.stringify([hostname, options]);
  let isDone = false;
  const end: typeof callback = (...answer) => {
    clearTimeout(timer);
    if (!isDone) callback(...answer);
    isDone = true;
  };
  const timer = setTimeout(() => {
    const before = cached.get(key);
    if (before) end(null, ...before);
  }, timeoutMs);
  lookup(hostname, options, (error, address, family) => {
    if (!error) cached.set(key, [address, family]);
    const before = error && cached.get(key);
    if (before) end(null, ...before);
    else end(error, address, family);
  });
};

/**
 * The socket of a connection to Postgres, which can be made while the DNS has no answers. It then goes to the server that the open connections
 * go to, even if the name has another one now.
 */
export function openSocket(): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  return Object.assign(socket, {
    connect: (port: number | string, host?: string) =>
      typeof port === 'number' && host !== undefined ? connect({ port, host, lookup: lookUp }) : connect(String(port)),
  });
}
