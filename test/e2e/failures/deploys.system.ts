import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { untilAllServe, requestCounts, startCluster } from '../../support/programs/cluster.ts';
import type { Cluster, Kind } from '../../support/programs/cluster.ts';
import { acme, sendRequests } from '../../support/network/steady-requests.ts';
import { createDatabase } from '../../support/postgres/database.ts';
import { changedTimes } from '../../support/programs/main-of.ts';
import { load } from '../../support/programs/product.ts';
import { tokenOf } from '../../support/fixtures.ts';

let cluster: Cluster;
let databaseUrl: string;
let token: string;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  await load(databaseUrl, acme);
  cluster = await startCluster(databaseUrl, { ...changedTimes({ connectionAgeMs: 1_000 }), LOG_LEVEL: 'warn' }, 3_000);
  for (const kind of ['auth', 'auth', 'reporting', 'gateway', 'gateway'] as Kind[]) await cluster.add(kind);
  token = await tokenOf(cluster.urls.requests, 'acme');
});
afterAll(() => cluster.stop());

it('Reporting scales from 1 to 3 and back without a failed request, and each new process has its share', async () => {
  await withoutFailures(async (requests) => {
    const added = await Promise.all([cluster.add('reporting'), cluster.add('reporting')]);
    await untilAllServe(added);
    const before = await requestCounts(cluster.pods('reporting'));
    await requests.more(600);
    const shares = (await requestCounts(cluster.pods('reporting'))).map((count, index) => count - (before[index] ?? 0));
    const sum = shares.reduce((a, b) => a + b);
    for (const share of shares) expect(share / sum).toBeGreaterThan(1 / 5);
    await Promise.all(added.map(cluster.retire));
    expect(cluster.pods('reporting')).toHaveLength(1);
    await requests.more(100);
  });
}, 180_000);

it('No request fails while every process is replaced under load', async () => {
  await withoutFailures(async (requests) => {
    await requests.more(30);
    for (const old of cluster.pods('gateway')) {
      await cluster.add('gateway');
      await requests.more(30);
      expect(await cluster.retire(old)).toBe('gateway ended with status 0');
      await requests.more(30);
    }
    const old = (['auth', 'reporting'] as Kind[]).flatMap(cluster.pods);
    for (const { kind } of old) await cluster.add(kind);
    const ends = await Promise.all(old.map(cluster.retire));
    expect(ends).toEqual(old.map(({ kind }) => `${kind} ended with status 0`));
    await requests.more(100);
  });
}, 180_000);

it('No request fails when one of several processes of reporting or of auth is killed', async () => {
  if (cluster.pods('reporting').length === 1) await cluster.add('reporting');
  // By each gateway: one that knows none but the victim has nowhere to send to.
  for (const { host, child } of cluster.pods('gateway')) {
    const own = sendRequests({ url: `http://${host}:${new URL(await child.ready).port}`, token });
    await untilAllServe(cluster.pods('reporting')).finally(own.stop);
  }
  await withoutFailures(async (requests) => {
    for (const kind of ['reporting', 'auth'] as Kind[]) {
      const [victim] = cluster.pods(kind);
      if (victim) await cluster.kill(victim);
      await requests.more(100);
    }
  });
}, 180_000);

/** Sends requests behind each face of the proxy meanwhile. */
async function withoutFailures(work: (requests: ReturnType<typeof sendRequests>) => Promise<void>): Promise<void> {
  const requests = sendRequests(...Object.values(cluster.urls).map((url) => ({ url, token })));
  await work(requests).finally(requests.stop);
  expect(requests.failures.length === 0 ? [] : [...requests.failures, ...cluster.logs()]).toEqual([]);
}
