import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { startChild } from '../../../local/child.ts';
import { serviceUrls } from '../../../local/service-urls.ts';
import { createDatabase } from '../../support/postgres/database.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { startRelay } from '../../support/network/relay.ts';
import { until } from '../../support/until.ts';
import { pepperSetting } from '../../support/pepper.ts';

it('auth logs once that it can not listen for changes, and once that it can again, for each outage', async () => {
  const redis = await startRedis();
  const url = new URL(serviceUrls(await createDatabase()).auth);
  const serverPort = Number(url.port);
  let relay = await startRelay(serverPort);
  url.port = String(relay.port);
  const auth = startChild(
    'auth',
    'services/auth/main.js',
    {
      PATH: process.env.PATH,
      DATABASE_URL: url.href,
      REDIS_URL: redis.url,
      GRPC_LISTEN: '127.0.0.1:0',
      ...pepperSetting,
    },
    'pipe',
  );
  let output = '';
  auth.process.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const logged = () => output.match(/listening for changes in the database (fails|again)/g) ?? [];
  try {
    await auth.ready;
    for (const outage of [1, 2]) {
      await relay.stop();
      await refuseAttempts(relay.port, 5);
      relay = await startRelay(serverPort, relay.port);
      await until('it listens again', () => logged().length === 2 * outage);
    }
    expect(logged()).toEqual(
      ['fails', 'again', 'fails', 'again'].map((state) => `listening for changes in the database ${state}`),
    );
  } finally {
    await auth.stop();
    await relay.stop();
    await redis.stop();
  }
});

/** Ends connections to the port until so many attempts to listen have come. */
async function refuseAttempts(port: number, count: number): Promise<void> {
  let attempts = 0;
  const refusing = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (startup) => {
      if (startup.includes('auth changes')) attempts += 1;
      socket.destroy();
    });
  }).listen(port, '127.0.0.1');
  await once(refusing, 'listening');
  await until(`${count} attempts`, () => attempts >= count);
  refusing.close();
  await once(refusing, 'close');
}
