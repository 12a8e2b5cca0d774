import { createHash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import { allowanceOf } from './allowance.ts';
import type { Allowance } from './allowance.ts';
import type { Tier } from './tiers.ts';

/** A key holds the count and expires with its window. Any other value or expiry is replaced by a new window. */
const script = `
local reply = {}
for i, key in ipairs(KEYS) do
  local limit, windowMs = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local resetMs = redis.call('PTTL', key)
  local count = resetMs > 0 and resetMs <= windowMs and redis.pcall('INCR', key)
  if type(count) ~= 'number' then
    count, resetMs = 1, windowMs
    redis.call('SET', key, count, 'PX', windowMs)
  end
  table.insert(reply, count)
  table.insert(reply, resetMs)
  if count > limit then break end
end
return reply
`;
const sha = createHash('sha1').update(script).digest('hex');

/** Charges the tiers of a key in one round trip. Rejects with the error of the client or of Redis. */
export async function chargeInRedis(redis: Redis | Cluster, tiers: Tier[], key: string): Promise<Allowance[]> {
  // The braces keep all tiers of a key in one slot of a cluster.
  const keys = tiers.map((tier) => `limit:{${tier.key}:${key}}:${tier.name}`);
  const settings = tiers.flatMap(({ limit, windowSeconds }) => [limit, windowSeconds * 1_000]);
  const reply = (await redis.evalsha(sha, keys.length, ...keys, ...settings).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return redis.eval(script, keys.length, ...keys, ...settings);
  })) as number[];
  return tiers
    .slice(0, reply.length / 2)
    .map((tier, index) => allowanceOf(tier, reply[2 * index] ?? 0, reply[2 * index + 1] ?? 0));
}
