import type { Redis } from 'ioredis';
import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Logger } from '../../runtime/logger.ts';
import type { Allowance } from './allowance.ts';
import { createLocalWindows } from './local-windows.ts';
import { createRedisCharge } from './redis-windows.ts';
import type { Tier } from './tiers.ts';

/** Charges the tiers in order, up to the first that is exceeded. Never fails, and waits at most `timeoutMs` for Redis. */
export type Charge = (tiers: Tier[], key: string, timeoutMs: number) => Promise<Allowance[]>;

type LimiterParts = { redis: Redis | undefined; replicas: number; log: Logger; metrics: Registry };

/**
 * Counts in Redis, together with all gateways that use it, or locally if there is no Redis. When Redis fails for a key,
 * this gateway counts the key locally, up to its share of each limit, until the local windows end. A key that exceeds its
 * first tier in Redis is refused locally until that window ends.
 */
export function createLimiter({ redis, replicas, log, metrics }: LimiterParts): Charge {
  const chargeInRedis = redis && createRedisCharge(redis);
  const windows = createLocalWindows({ replicas: redis ? replicas : 1 });
  const failures = new Counter({
    name: 'client_reporting_rate_limit_redis_failures_total',
    help: 'Calls to Redis that failed or timed out. The key is counted locally until its window ends.',
    registers: [metrics],
  });
  const degraded = new Gauge({
    name: 'client_reporting_rate_limiter_degraded',
    help: '1 after a call to Redis failed, until one succeeds.',
    registers: [metrics],
  });
  let isDegraded = false;
  const setDegraded = (value: boolean, err?: unknown) => {
    if (value === isDegraded) return;
    isDegraded = value;
    degraded.set(Number(value));
    if (value) log.warn({ err, replicas }, 'rate limits: Redis fails, counting locally');
    else log.info('rate limits: counting in Redis again');
  };

  return async (tiers, key, timeoutMs) => {
    const local = tiers.filter((tier) => !chargeInRedis || windows.has(tier, key));
    const allowances = windows.charge(local, key);
    const shared = tiers.filter((tier) => !local.includes(tier));
    if (!chargeInRedis || shared.length === 0 || allowances.some(({ exceeded }) => exceeded)) return allowances;
    const startedAt = windows.now();
    try {
      const charged = await within(timeoutMs, chargeInRedis(shared, key));
      setDegraded(false);
      // The first tier alone: the refusal of another is charged to the tiers before it.
      const [first] = charged;
      if (first?.exceeded && first.tier === tiers[0]) windows.fill(first.tier, key, startedAt + first.resetMs);
      return [...allowances, ...charged];
    } catch (error) {
      failures.inc();
      setDegraded(true, error);
      return [...allowances, ...windows.charge(shared, key)];
    }
  };
}

async function within<T>(timeoutMs: number, reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // A reply that arrived while this process was busy is read before the immediates run.
      setImmediate(() => reject(new Error(`no reply within ${Math.round(timeoutMs)} ms`)));
    }, timeoutMs);
  });
  return Promise.race([reply, late]).finally(() => clearTimeout(timer));
}
