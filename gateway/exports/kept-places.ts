import Bottleneck from 'bottleneck';
import type { Cluster, Redis } from 'ioredis';

/**
 * A connection of Bottleneck that understands its scripts' errors: Redis 7 says ERR before them. Bottleneck would take them
 * for unknown ones and fail for ever once Redis has lost a limiter, or for a while hasn't heard of this process.
 */
export function connectBottleneck(redis: Redis | Cluster): Bottleneck.IORedisConnection {
  const connection = new Bottleneck.IORedisConnection({ client: redis }) as Bottleneck.IORedisConnection & Connection;
  const scriptArgs = connection.__scriptArgs__.bind(connection);
  connection.__scriptArgs__ = (name, id, args, callback) =>
    scriptArgs(name, id, args, (error, reply) =>
      callback(error && new Error(error.message.replace(/^ERR /, '')), reply),
    );
  // Ours leave that to who subscribes.
  Object.assign(connection.subscriber.options, { autoResubscribe: true });
  return connection;
}

type Callback = (error: Error | null, reply: unknown) => void;
type Connection = {
  subscriber: Redis | Cluster;
  __scriptArgs__: (name: string, id: string, args: unknown[], callback: Callback) => unknown[];
};

/**
 * Says again and again in Redis which jobs of the limiters run here. Bottleneck alone would never free the places of a
 * gateway that was killed, and would forget those that run when Redis loses its keys. What is said here lasts for
 * `keptMs`.
 */
export function keepPlaces(redis: Redis | Cluster, limiters: () => Bottleneck[], keptMs: number): void {
  const keep = async (limiter: Bottleneck) => {
    const { id, _store, _scheduled } = limiter as Insides;
    const indexes = () => Object.keys(_scheduled);
    if (indexes().length === 0 || redis.status !== 'ready') return;
    // Makes anew what Redis has lost of the limiter and of this client of it.
    await limiter.running();
    const keys = names.map((name) => `b_${id}_${name}`);
    const now = Date.now();
    await redis.eval(script, keys.length, ...keys, _store.clientId, now + keptMs, ...indexes());
  };
  const keepAll = () => {
    for (const limiter of limiters()) void keep(limiter).catch(() => undefined); // the next one may reach it
  };
  setInterval(keepAll, keptMs / 4).unref();
}

/** What Bottleneck 2.19.5, its last release, has beyond its types. */
type Insides = Bottleneck & { id: string; _store: { clientId: string }; _scheduled: Record<string, unknown> };

const names = ['settings', 'job_weights', 'job_expirations', 'job_clients', 'client_running'];

// Every weight is 1, so that as many run as have one. Jobs of this client that don't run here are over, and those of others
// end some time, whatever was lost of them.
const script = `
local client, expiry = ARGV[1], ARGV[2]
if redis.call('exists', KEYS[1]) == 0 then return end
local runs = {}
for i = 3, #ARGV do
  runs[ARGV[i]] = true
  redis.call('hset', KEYS[2], ARGV[i], 1)
  redis.call('hset', KEYS[4], ARGV[i], client)
  redis.call('zadd', KEYS[3], expiry, ARGV[i])
end
for _, index in ipairs(redis.call('hkeys', KEYS[2])) do
  if redis.call('hget', KEYS[4], index) == client and not runs[index] then
    redis.call('zadd', KEYS[3], 0, index)
  else
    redis.call('zadd', KEYS[3], 'nx', expiry, index)
  end
end
redis.call('hset', KEYS[1], 'running', redis.call('hlen', KEYS[2]))
redis.call('zadd', KEYS[5], #ARGV - 2, client)
`;
