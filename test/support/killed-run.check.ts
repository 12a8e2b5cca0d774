import { writeFile } from 'node:fs/promises';
import { it } from '@jest/globals';
import { startCommand } from './programs/command.ts';
import { startProduct } from './programs/product.ts';
import { startRedis } from './redis/redis.ts';

// test/local/private-clone.nightly.ts runs this, and kills the run once it has written the file.
it('starts processes of every kind, and does not end', async () => {
  await startProduct();
  (await startRedis()).pause();
  startCommand('sleep', ['600'], {});
  await writeFile(process.env.RUNNING ?? '', process.env.TMPDIR ?? '');
  await new Promise(() => undefined);
}, 600_000);
