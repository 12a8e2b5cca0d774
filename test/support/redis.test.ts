import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { askRedis, startRedis } from './redis.ts';
import { until } from './until.ts';

it('starts a Redis again at its port, with nothing in it', async () => {
  const redis = await startRedis();
  await askRedis(redis.port, 'set', 'key', 'value');
  expect(await askRedis(redis.port, 'get', 'key')).toBe('value');
  await redis.stop();
  await expect(askRedis(redis.port, 'get', 'key')).rejects.toThrow();
  await redis.start();
  expect(await askRedis(redis.port, 'get', 'key')).toBeNull();
  await redis.stop();
});

it('ends a Redis, a halted one too, when the process that started it is killed', async () => {
  const code = `
    const { startRedis } = await import(${JSON.stringify(path.join(import.meta.dirname, 'redis.ts'))});
    const redis = await startRedis();
    console.log(redis.port);
    redis.pause();`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  child.kill('SIGKILL');
  const refuses = () =>
    askRedis(Number(line), 'ping').then(
      () => false,
      (error: unknown) => String(error).includes('closed') || String(error).includes('ECONNREFUSED'),
    );
  await until('nothing listens on its port', refuses);
});
