import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { loseHosts } from '../../support/network/lost-packets.ts';
import { acme, collectFailures } from '../../support/network/steady-requests.ts';
import { createDatabase } from '../../support/postgres/database.ts';
import { untilAllServe, startCluster } from '../../support/programs/cluster.ts';
import type { Cluster, Kind } from '../../support/programs/cluster.ts';
import { changedTimes } from '../../support/programs/main-of.ts';
import { load } from '../../support/programs/product.ts';
import { tokenOf } from '../../support/fixtures.ts';

let cluster: Cluster;

beforeAll(async () => {
  const databaseUrl = await createDatabase();
  await load(databaseUrl, acme);
  cluster = await startCluster(databaseUrl, { ...changedTimes({ connectionAgeMs: 1_000 }), LOG_LEVEL: 'warn' }, 3_000);
  for (const kind of ['auth', 'auth', 'reporting', 'reporting', 'gateway', 'gateway'] as Kind[])
    await cluster.add(kind);
});
afterAll(() => cluster.stop());

it('when the node of one of two processes of auth and of reporting is lost, requests are a 503 for 5 seconds at the most, and none is when it is back', async () => {
  const token = await tokenOf(cluster.urls.requests, 'acme');
  const requests = collectFailures(...Object.values(cluster.urls).map((url) => ({ url, token })));
  const { failures } = requests;
  try {
    await untilAllServe(cluster.pods('reporting'));
    const lost = (['auth', 'reporting'] as const).flatMap((kind) => cluster.pods(kind).slice(0, 1));
    const lostAt = Date.now();
    const restore = await loseHosts(lost.map(({ host }) => host));
    // For longer than answers may take. The DNS names it, and calls could go to it, until Kubernetes has noticed.
    await sleep(12_000);
    for (const { child } of lost) {
      await expect(fetch(child.internal(), { signal: AbortSignal.timeout(1_000) })).rejects.toThrow('aborted');
    }
    await restore();
    const whileLost = failures.splice(0);
    expect(whileLost.filter(({ status, sentAt }) => status !== 503 || sentAt > lostAt + 5_000)).toEqual([]);
    await untilAllServe(cluster.pods('reporting'));
    await requests.more(200);
  } finally {
    await requests.stop();
  }
  expect(failures.length === 0 ? [] : [...failures, ...cluster.logs()]).toEqual([]);
}, 180_000);
