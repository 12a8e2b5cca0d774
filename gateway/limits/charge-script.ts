import { createHash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import type { Tier } from './limiter.ts';

/** Where a key stands, by Redis' clock in milliseconds. */
export type Charged = {
  now: number;
  /** Of each tier that was charged, in their order. Only the last may be exceeded. */
  windows: { count: number; endsAt: number; exceeded: boolean }[];
};

/**
 * Charges the tiers in their order, up to the first that is exceeded, in one round trip. A value is the count and the
 * end of its window; its expiry only tidies up. Whatever else is found under a key is written over: a value of another
 * type, and a window that ends later than one could that begins now.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local reply = { now }
for i, key in ipairs(KEYS) do
  local limit, windowMs = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local value = redis.pcall('GET', key)
  local count, endsAt = string.match(type(value) == 'string' and value or '', '^(%d+) (%d+)$')
  count, endsAt = tonumber(count or 0), tonumber(endsAt or 0)
  if endsAt <= now or endsAt > now + windowMs then
    count, endsAt = 0, now + windowMs
  end
  local exceeded = count >= limit
  if not exceeded then
    count = count + 1
    redis.call('SET', key, string.format('%.0f %.0f', count, endsAt), 'PX', string.format('%.0f', endsAt - now))
  end
  table.insert(reply, count)
  table.insert(reply, endsAt)
  table.insert(reply, exceeded and 1 or 0)
  if exceeded then break end
end
return reply
`;
const sha = createHash('sha1').update(script).digest('hex');

/** Rejects with whatever the client or Redis says. */
export async function chargeScript(redis: Redis | Cluster, tiers: Tier[], key: string): Promise<Charged> {
  // The braces keep all tiers of a key in one slot of a cluster.
  const keys = tiers.map((tier) => `limit:{${tier.key}:${key}}:${tier.name}`);
  const settings = tiers.flatMap(({ limit, windowSeconds }) => [limit, windowSeconds * 1_000]);
  const reply = await redis.evalsha(sha, keys.length, ...keys, ...settings).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return redis.eval(script, keys.length, ...keys, ...settings);
  });
  const [now = 0, ...flat] = reply as number[];
  const windows: Charged['windows'] = [];
  for (let index = 0; index < flat.length; index += 3) {
    const [count = 0, endsAt = 0, exceeded] = flat.slice(index, index + 3);
    windows.push({ count, endsAt, exceeded: exceeded === 1 });
  }
  return { now, windows };
}
