import { once } from 'node:events';
import { Redis } from 'ioredis';
import * as z from 'zod';
import { encodeSpecial } from './environment.ts';
import type { Logger } from './logger.ts';

export const redisUrl = () =>
  z
    .string()
    .refine(
      isRedisUrl,
      `must be redis://HOST:PORT or rediss://HOST:PORT, with USER:PASSWORD@ before the host if need be; ${encodeSpecial}`,
    )
    .meta({ values: 'redis://HOST:PORT, or rediss for TLS' });

/** A connection to one Redis that comes back by itself; while it is away, a command fails at once. */
export function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    connectTimeout: 2_000,
    // A server that hangs, or a host that is gone without notice, gets a new connection.
    socketTimeout: 2_000,
    autoResendUnfulfilledCommands: false,
    // A master that became a replica: the address may lead to the new master by now. Redis 6 has the word within the error of a script.
    reconnectOnError: ({ message }: Error) => message.includes('READONLY'),
    keepAlive: 10_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  });
  let lost = false;
  redis.on('error', (error: Error) => {
    // By INFO a Redis says that it is loading. A proxy such as Envoy has none.
    if (/unknown command|not supported/i.test(error.message)) redis.options.enableReadyCheck = false;
    if (!lost) log.warn({ err: error }, 'Redis at REDIS_URL can not be used now');
    lost = true;
  });
  redis.on('ready', () => {
    if (lost) log.info('Redis at REDIS_URL can be used again');
    lost = false;
  });
  return redis;
}

/** Waits a moment for the first connection; one that comes later is as good. */
export async function firstReady(redis: Redis): Promise<void> {
  const signal = AbortSignal.timeout(2_000);
  // Not `once` of the event alone, which an error before it would reject.
  while (redis.status !== 'ready' && !signal.aborted) await once(redis, 'ready', { signal }).catch(() => undefined);
}

function isRedisUrl(text: string): boolean {
  try {
    const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
    decodeURIComponent(username + password);
    return /^rediss?:$/.test(protocol) && hostname !== '' && /^(\/\d{0,5})?$/.test(pathname) && search + hash === '';
  } catch {
    return false;
  }
}
