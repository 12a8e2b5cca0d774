import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, Redis } from 'ioredis';
import { z } from 'zod';
import type { Logger } from './logger.ts';

/** Where Redis is: one server, the master of that name which sentinels know, or nodes of a cluster. */
export type RedisAddress = {
  kind: 'server' | 'sentinel' | 'cluster';
  hosts: { host: string; port: number }[];
  name: string;
  options: { username?: string; password?: string; db: number; tls?: object };
};

export const redisUrl = () =>
  z
    .string()
    .meta({ values: redisUrls })
    .transform((url, context): RedisAddress => {
      const address = redisAddress(url);
      if (address) return address;
      context.addIssue(`must be ${redisUrls}, with USER:PASSWORD@ before the hosts if need be`);
      return z.NEVER;
    });

const redisUrls = 'redis://HOST:PORT, redis+sentinel://HOST:PORT,HOST:PORT/NAME or redis+cluster://HOST:PORT,HOST:PORT';

/** A connection that comes back by itself; while there is none, a command fails at once. Subscribe at each `ready`. */
export function connectRedis({ kind, hosts, name, options }: RedisAddress, log: Logger): Redis | Cluster {
  const common = {
    ...options,
    connectTimeout: 2_000,
    // A server that hangs, or a host that is gone without notice, gets a new connection.
    socketTimeout: 2_000,
    autoResendUnfulfilledCommands: false,
    // A master that became a replica: the address may lead to the new master by now.
    reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
    keepAlive: 10_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResubscribe: false,
  };
  const retryStrategy = (times: number) => Math.min(times * 100, 1_000);
  const redis =
    kind === 'cluster'
      ? new Cluster(hosts, { ...atOnceOrNever, redisOptions: common, clusterRetryStrategy: retryStrategy })
      : new Redis({
          ...common,
          ...(kind === 'sentinel' ? { sentinels: hosts, name, ...sentinelTls(options.tls) } : hosts[0]),
          retryStrategy,
          sentinelRetryStrategy: retryStrategy,
        });
  let lost = false;
  redis.on('error', (error: Error) => {
    if (!lost) log.warn({ err: error }, 'Redis at REDIS_URL can not be used now');
    lost = true;
  });
  redis.on('ready', () => {
    if (lost) log.info('Redis at REDIS_URL can be used again');
    lost = false;
  });
  return redis;
}

// A cluster's client would else send a command again a moment after it failed, when its sender counts on that it failed.
const atOnceOrNever = {
  enableOfflineQueue: false,
  maxRedirections: 3,
  retryDelayOnFailover: 0,
  retryDelayOnClusterDown: 0,
  retryDelayOnTryAgain: 0,
};

// Without these, TLS would be of no effect behind sentinels, and a password would be sent in the clear.
function sentinelTls(tls: object | undefined) {
  return tls && { enableTLSForSentinelMode: true, sentinelTLS: tls };
}

/** Waits a moment for the first connection; one that comes later is as good. */
export async function firstReady(redis: Redis | Cluster): Promise<void> {
  const limit = new AbortController();
  const late = sleep(2_000, undefined, { ref: false }).then(() => limit.abort());
  await Promise.race([late, untilReady(redis, limit.signal)]);
}

async function untilReady(redis: Redis | Cluster, signal: AbortSignal): Promise<void> {
  // Not `once` of the event alone, which an error before it would reject.
  while (redis.status !== 'ready' && !signal.aborted) await once(redis, 'ready', { signal }).catch(() => undefined);
}

function redisAddress(url: string): RedisAddress | undefined {
  const [, tls, kind = 'server', login = '', hosts = '', path = ''] =
    /^redis(s?)(?:\+(sentinel|cluster))?:\/\/(.*@)?([^@/?#]+)((?:\/[^/]*)*)$/.exec(url) ?? [];
  const [name, database = '0', ...rest] = [...(kind === 'sentinel' ? [] : ['']), ...path.split('/').filter(Boolean)];
  if (name === undefined || !/^\d{1,5}$/.test(database) || rest.length > 0) return undefined;
  try {
    const urls = hosts.split(',').map((host) => new URL(`redis://${login}${host}`));
    if (urls.some(({ hostname }) => hostname === '') || (kind === 'server' && urls.length > 1)) return undefined;
    const { username = '', password = '' } = urls[0] ?? {};
    return {
      kind: kind as RedisAddress['kind'],
      hosts: urls.map(({ hostname, port }) => ({
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port || (kind === 'sentinel' ? 26_379 : 6_379)),
      })),
      name: decodeURIComponent(name),
      options: {
        db: Number(database),
        ...(username && { username: decodeURIComponent(username) }),
        ...(password && { password: decodeURIComponent(password) }),
        ...(tls && { tls: {} }),
      },
    };
  } catch {
    return undefined; // no host, or broken percent-encoding
  }
}
