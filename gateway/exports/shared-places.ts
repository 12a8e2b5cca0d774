import { setTimeout as sleep } from 'node:timers/promises';
import Bottleneck from 'bottleneck';
import type { Cluster, Redis } from 'ioredis';
import type { Logger } from '../../runtime/logger.ts';
import { createBreaker } from '../limits/breaker.ts';
import { placeOf } from './place-of.ts';
import type { GiveBack, Waiting } from './place-of.ts';

/** Waits for one of so many places of a name, as `placeOf` does. While Redis doesn't answer, everybody has a place. */
type TakeShared = (name: string, places: number, waiting: Waiting) => Promise<GiveBack | undefined>;

type SharedPlacesOptions = {
  /** How long a place stays taken whose gateway doesn't say any more that it is. */
  keptMs: number;
  /** How long Redis remembers a name that nobody has asked for a place of. */
  timeout: number;
  log: Logger;
};

/** An answer of Redis is awaited for so long. */
const patienceMs = 50;

/** Places in Redis, counted by Bottleneck for all gateways that use it. Its connections end with that of `redis`. */
export function sharePlaces(redis: Redis | Cluster, { keptMs, timeout, log }: SharedPlacesOptions): TakeShared {
  const connection = connectBottleneck(redis, keptMs);
  const limiters = new Map<string, Bottleneck>();
  const limiterOf = (name: string, places: number) => {
    // Braces hold all of them in one slot of a cluster.
    const id = `{exports}-${name}`;
    const limiter =
      limiters.get(name) ??
      new Bottleneck({ id, connection, maxConcurrent: places, timeout, heartbeatInterval: 1_000 });
    limiters.set(name, limiter);
    return limiter;
  };
  const keep = async () => {
    if (redis.status !== 'ready') return;
    for (const [name, limiter] of limiters) {
      const { id, _scheduled } = limiter as Insides;
      const indexes = Object.keys(_scheduled).flatMap((index) => [Date.now() + keptMs, index]);
      if (indexes.length > 0) await redis.zadd(`b_${id}_job_expirations`, 'XX', ...indexes);
      if (Object.values(limiter.counts()).some((count) => count > 0)) continue;
      // Nobody uses it. One that Redis was away from as it began would never work.
      limiters.delete(name);
      await limiter.disconnect(false);
    }
  };
  // What couldn't be said is said the next time.
  const keeping = setInterval(() => void keep().catch(() => undefined), keptMs / 4).unref();
  redis.once('end', () => {
    clearInterval(keeping);
    void connection.disconnect(false);
  });
  const { ask } = createBreaker({
    onOpen: (err) => log.warn({ err }, 'Redis does not answer: this gateway counts its exports alone'),
    onClose: () => log.info('Redis answers: the gateways count their exports together again'),
  });

  return async (name, places, waiting) => {
    const answers = async () => redis.status === 'ready' && (await ask(() => redis.ping(), patienceMs)) !== undefined;
    const alone = new AbortController();
    const signal = AbortSignal.any([waiting.signal, alone.signal]);
    let place: Promise<GiveBack | undefined> | undefined;
    try {
      while (await answers()) {
        place ??= placeOf(limiterOf(name, places), { ...waiting, signal });
        const came = await Promise.race([place, sleep(patienceMs, 'none yet' as const)]);
        if (came !== 'none yet') return came;
      }
    } catch (err) {
      log.warn({ err }, 'an export could not be counted in Redis');
    }
    alone.abort();
    return (await place?.catch(() => undefined)) ?? (() => undefined);
  };
}

/**
 * A connection of Bottleneck 2.19.5, its last release. It understands its scripts' errors, before which Redis 7 says ERR: what
 * Bottleneck doesn't understand it doesn't get over. And a place expires in Redis after `keptMs`, not here: an expiry of
 * Bottleneck's own would end the job that has it.
 */
function connectBottleneck(redis: Redis | Cluster, keptMs: number): Bottleneck.IORedisConnection {
  const connection = new Bottleneck.IORedisConnection({ client: (redis as Redis).duplicate() }) as Connection;
  const scriptArgs = connection.__scriptArgs__.bind(connection);
  connection.__scriptArgs__ = (name, id, args, callback) => {
    const [now, client, index, weight] = args;
    return scriptArgs(name, id, name === 'register' ? [now, client, index, weight, keptMs] : args, (error, reply) => {
      if (error) error.message = error.message.replace(/^ERR /, '');
      callback(error, reply);
    });
  };
  // Bottleneck subscribes once and doesn't look whether it is heard.
  Object.assign(connection.subscriber.options, {
    autoResubscribe: true,
    autoResendUnfulfilledCommands: true,
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
  });
  return connection;
}

// What Bottleneck has beyond its types.
type Insides = Bottleneck & { id: string; _scheduled: Record<string, unknown> };
type Callback = (error: Error | null, reply: unknown) => void;
type Connection = Bottleneck.IORedisConnection & {
  subscriber: Redis | Cluster;
  __scriptArgs__: (name: string, id: string, args: unknown[], callback: Callback) => unknown[];
};
