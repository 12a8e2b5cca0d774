import { expect, it } from '@jest/globals';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Registry } from 'prom-client';
import { createCaches } from '../../../services/reporting/answers/caches.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function memoryUsed(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** 13 kB, as much as a request can carry. */
const longKey = (n: number) => `${n}-`.padEnd(13_000, 'x');

it('The caches take no more memory for 10,000 long keys than all of them may, and each reports its part', async () => {
  const metrics = new Registry();
  const bytes = 4_000_000;
  const before = memoryUsed();
  const caches = createCaches(bytes, metrics);
  for (let n = 0; n < 10_000; n += 1) {
    const key = longKey(n);
    const totals = { version: String(n), totalCount: n, statistics: '{}' };
    const answer = { json: Buffer.alloc(100), etag: `etag of ${n}`, pagesCount: 1, rows: 1, version: String(n) };
    caches.answers.set(key, answer);
    caches.batches.set(key, { ...totals, ids: [`payment-${n}`] });
    caches.totals.set(key, totals);
    caches.versions.set(key, new Map([[n, BigInt(n)]]));
    caches.nodes.set(key, String(n));
  }
  const used = memoryUsed() - before;
  const sizes = [...(await metrics.metrics()).matchAll(/memory="(.+)"\} (\d+)/g)].map(([, , size]) => Number(size));
  const sum = sizes.reduce((total, size) => total + size);
  expect(sizes).toHaveLength(5);
  expect(Math.min(...sizes)).toBeGreaterThan(0.04 * bytes);
  expect(sum).toBeLessThanOrEqual(bytes + sizes.length);
  expect(used).toBeLessThan(1.5 * bytes);
  expect(caches.totals.get(longKey(9_999))).toMatchObject({ totalCount: 9_999 });
  expect(caches.totals.get(longKey(0))).toBeUndefined();
});
