import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that nothing listens on at this moment, and that this process was not given before. It is below those that
 * systems choose for outgoing connections and for port 0, so that only a program that names it can take it meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = nextPort;
  nextPort = port === highestPort ? lowestPort : port + 1;
  return tryPort(port, '127.0.0.1').then(() => port, freePort);
}

/** Listens for a moment: fails where that is not possible. */
export async function tryPort(port: number, host: string): Promise<void> {
  const server = createServer();
  await once(server.listen(port, host), 'listening');
  await new Promise((resolve) => server.close(resolve));
}

const [lowestPort, highestPort] = [10_000, 32_767];
let nextPort = randomInt(lowestPort, highestPort);
