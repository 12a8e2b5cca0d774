import { fileURLToPath } from 'node:url';
import type { Cluster, Redis } from 'ioredis';
import { pino } from 'pino';
import { createPlaces } from '../../gateway/exports/places.ts';
import { connectRedis, firstReady, redisUrl } from '../../runtime/redis.ts';

/** A client of the Redis at this URL as a gateway has it, connected. */
export async function redisClient(url: string): Promise<Redis | Cluster> {
  const client = connectRedis(redisUrl().parse(url), pino({ level: 'silent' }));
  await firstReady(client);
  return client;
}

/** Run as a program, it takes two places of a company at the Redis of this URL, and keeps them until it is killed. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , url = '', companyId = ''] = process.argv;
  const redis = await redisClient(url);
  const log = pino({ level: 'silent' });
  const places = createPlaces({ atOnce: 3, longestMs: 60_000, keptMs: 4_000, redis, log });
  await places.take(companyId, new AbortController().signal);
  await places.take(companyId, new AbortController().signal);
  console.log('taken');
  setInterval(() => undefined, 1_000);
}
