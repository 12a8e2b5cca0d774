import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port that nothing listens on at this moment, and that this process was not given before. It is below those that
 * systems choose for outgoing connections and for port 0, so that only a program that names it can take it meanwhile.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = nextPort;
  nextPort = port === highestPort ? lowestPort : port + 1;
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const [lowestPort, highestPort] = [10_000, 32_767];
let nextPort = randomInt(lowestPort, highestPort);
