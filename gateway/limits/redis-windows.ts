import type { Redis } from 'ioredis';
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

/** Charges the tiers of a key in one round trip. Rejects with the error of the client or of Redis. */
export type RedisCharge = (tiers: Tier[], key: string) => Promise<Allowance[]>;

export function createRedisCharge(redis: Redis): RedisCharge {
  redis.defineCommand('chargeTiers', { lua: script });
  const scripted = redis as unknown as Scripted;
  return async (tiers, key) => {
    // The braces keep all tiers of a key on one server, where a proxy spreads keys over several.
    const keys = tiers.map((tier) => `limit:{${tier.key}:${key}}:${tier.name}`);
    const settings = tiers.flatMap(({ limit, windowSeconds }) => [limit, windowSeconds * 1_000]);
    // Two numbers for each tier, up to the first that is exceeded.
    const reply = await scripted.chargeTiers(keys.length, ...keys, ...settings);
    return tiers
      .slice(0, reply.length / 2)
      .map((tier, index) => allowanceOf(tier, reply[2 * index] ?? 0, reply[2 * index + 1] ?? 0));
  };
}

type Scripted = { chargeTiers: (keysCount: number, ...keysAndSettings: (string | number)[]) => Promise<number[]> };
