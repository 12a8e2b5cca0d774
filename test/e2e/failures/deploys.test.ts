import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Agent } from 'node:http';
import request from 'supertest';
import { allAsked, askedCounts, startCluster } from '../../support/programs/cluster.ts';
import type { Cluster, Kind } from '../../support/programs/cluster.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { until } from '../../support/until.ts';
import { company, paymentsPath, secret, timesheetsPath, tokenOf } from '../../support/fixtures.ts';

let cluster: Cluster;
let databaseUrl: string;
let token: string;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  await load(databaseUrl, company('acme'));
  cluster = await startCluster(databaseUrl, { GRPC_CONNECTION_AGE_MS: '1000', LOG_LEVEL: 'warn' }, 3_000);
  for (const kind of ['auth', 'auth', 'reporting', 'gateway', 'gateway'] as Kind[]) await cluster.add(kind);
  token = await tokenOf(cluster.urls.requests, 'acme');
});
afterAll(() => cluster.stop());

it('reporting scales from 1 to 3 and back without a failed request, and each new one has its share', async () => {
  const load = sendRequests();
  try {
    const added = await Promise.all([cluster.add('reporting'), cluster.add('reporting')]);
    await allAsked(added);
    const before = await askedCounts(cluster.pods('reporting'));
    await load.more(600);
    const shares = (await askedCounts(cluster.pods('reporting'))).map((count, index) => count - (before[index] ?? 0));
    const sum = shares.reduce((a, b) => a + b);
    for (const share of shares) expect(share / sum).toBeGreaterThan(1 / 5);
    await Promise.all(added.map(cluster.retire));
    expect(cluster.pods('reporting')).toHaveLength(1);
    await load.more(100);
  } finally {
    await load.stop();
  }
  expect(load.failures.length === 0 ? [] : [...load.failures, ...cluster.logs()]).toEqual([]);
}, 180_000);

it('no request fails while every process is replaced under load', async () => {
  const load = sendRequests();
  try {
    await load.more(30);
    for (const old of cluster.pods('gateway')) {
      await cluster.add('gateway');
      await load.more(30);
      expect(await cluster.retire(old)).toBe('gateway ended with status 0');
      await load.more(30);
    }
    const old = (['auth', 'reporting'] as Kind[]).flatMap(cluster.pods);
    for (const { kind } of old) await cluster.add(kind);
    const ends = await Promise.all(old.map(cluster.retire));
    expect(ends).toEqual(old.map(({ kind }) => `${kind} ended with status 0`));
    await load.more(100);
  } finally {
    await load.stop();
  }
  expect(load.failures.length === 0 ? [] : [...load.failures, ...cluster.logs()]).toEqual([]);
}, 180_000);

it('no page and no export fails while the DNS knows no names, though each needs a new connection to Postgres', async () => {
  const expectAnswers = async () => {
    for (const accept of ['application/json', 'text/csv']) {
      for (let n = 0; n < 10; n += 1) {
        const { status } = await request(cluster.urls.requests)
          .get(`${paymentsPath}?fromDate=2024-01-01&toDate=2024-12-31`)
          .set({ Authorization: `Bearer ${token}`, Accept: accept });
        expect([accept, status]).toEqual([accept, 200]);
      }
    }
  };
  await expectAnswers();
  const restore = await cluster.loseNames();
  const ofPrograms = `application_name like 'auth%' or application_name like 'reporting%'`;
  await query(databaseUrl, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${ofPrograms}`);
  await expectAnswers();
  await restore();
}, 90_000);

it('no request fails when one of several processes of reporting or of auth is killed', async () => {
  if (cluster.pods('reporting').length === 1) await cluster.add('reporting');
  const load = sendRequests();
  try {
    await allAsked(cluster.pods('reporting'));
    for (const kind of ['reporting', 'auth'] as Kind[]) {
      const [victim] = cluster.pods(kind);
      if (victim) await cluster.kill(victim);
      await load.more(100);
    }
  } finally {
    await load.stop();
  }
  expect(load.failures.length === 0 ? [] : [...load.failures, ...cluster.logs()]).toEqual([]);
}, 180_000);

/** Clients that keep their connections, some behind each face of the proxy, and ask for one thing after another. */
function sendRequests() {
  const failures: { name: string; url: string; failure: unknown }[] = [];
  let count = 0;
  let stopped = false;
  const loops = [cluster.urls.requests, cluster.urls.connections].flatMap((url) =>
    Array.from({ length: 4 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!stopped) {
        for (const [name, ask] of Object.entries(kinds)) {
          const failure = await ask(url, agent).then(
            ({ status, text }) => (status === 200 && right[name]?.test(text) ? undefined : { status, text }),
            (error: unknown) => String(error),
          );
          if (failure !== undefined) failures.push({ name, url, failure });
          count += 1;
        }
      }
      agent.destroy();
    }),
  );
  return {
    failures,
    /** Waits for so many answers to come. */
    more: async (answers: number) => {
      const enough = count + answers;
      await until(`${answers} more answers`, () => count >= enough, 60_000);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(loops);
    },
  };
}

let asked = 0;

/** Another range each time, so that no answer is remembered. */
const report = (path: string) => async (url: string, agent: Agent) =>
  request(url)
    .get(path)
    .agent(agent)
    .query({ fromDate: '2000-01-01', toDate: new Date(Date.UTC(2030, 0, (asked += 1))).toISOString().slice(0, 10) })
    .set('Authorization', `Bearer ${token}`)
    .timeout(20_000);

const kinds = {
  payments: report(paymentsPath),
  timesheets: report(timesheetsPath),
  token: async (url: string, agent: Agent) =>
    request(url)
      .post('/auth/token')
      .agent(agent)
      .send({ clientId: 'acme-client', clientSecret: secret })
      .timeout(20_000),
};

const right: Record<string, RegExp> = {
  payments: /^\{"results":\[\],/,
  timesheets: /^\{"results":\[\],/,
  token: /^\{"accessToken":"/,
};
