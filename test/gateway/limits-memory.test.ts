import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { startRedis } from '../support/redis.ts';

it.each(['alone', 'with Redis'])(
  'a gateway that counts %s forgets addresses when it knows too many',
  async (how) => {
    const redis = await startRedis();
    const { atBound, atThrice } = await measure(how === 'with Redis' ? redis.port : 0, 100_000, 3);
    await redis.stop();
    // Megabytes. 100,000 windows take about 20; without a bound the last would be thrice as much.
    expect(atBound).toBeLessThan(40);
    expect(atThrice - atBound).toBeLessThan(8);
  },
  120_000,
);

/** Megabytes of heap that the windows of so many addresses take, and those of so many times more. */
async function measure(redisPort: number, addresses: number, times: number) {
  const limits = path.join(import.meta.dirname, '../../gateway/limits');
  const code = `
    import { Redis } from 'ioredis';
    import { createLimitCounts } from '${limits}/counts.ts';
    import { createLocalLimiter } from '${limits}/local-limiter.ts';
    import { createSharedLimiter } from '${limits}/shared-limiter.ts';
    const redis = ${redisPort} && new Redis(${redisPort}, '127.0.0.1');
    const parts = { redis, replicas: 1, counts: createLimitCounts(), log: { warn: console.error } };
    const limiter = redis ? createSharedLimiter(parts) : createLocalLimiter();
    const tiers = [{ name: 'ip', key: 'ip', limit: 200, windowSeconds: 3600 }];
    const heap = () => (gc(), process.memoryUsage().heapUsed / 1e6);
    const askFrom = async (from, to) => {
      for (let n = from; n < to; n += 500)
        await Promise.all(Array.from({ length: 500 }, (_, i) => limiter.charge(tiers, '10.' + (n + i), 60_000)));
    };
    await askFrom(0, 500);
    const before = heap();
    await askFrom(500, ${addresses});
    const atBound = heap() - before;
    await askFrom(${addresses}, ${addresses * times});
    console.log(JSON.stringify({ atBound, atThrice: heap() - before }));
    process.exit();`;
  const args = ['--expose-gc', '--import', 'tsx', '--input-type=module', '-e', code];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as { atBound: number; atThrice: number };
}
