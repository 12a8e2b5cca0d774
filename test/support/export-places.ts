import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { createPlaces } from '../../gateway/exports/places.ts';

/** A client of the Redis at this port as a gateway has it, connected. */
export async function redisClient(port: number): Promise<Redis> {
  const client = new Redis({
    port,
    host: '127.0.0.1',
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    socketTimeout: 1_000,
    retryStrategy: () => 100,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Run as a program, it takes two places of a company at the Redis of this port, and keeps them until it is killed. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , port, companyId = ''] = process.argv;
  const redis = await redisClient(Number(port));
  const log = pino({ level: 'silent' });
  const places = createPlaces({ atOnce: 3, longestMs: 60_000, keptMs: 4_000, redis, log });
  await places.take(companyId, new AbortController().signal);
  await places.take(companyId, new AbortController().signal);
  console.log('taken');
  setInterval(() => undefined, 1_000);
}
