import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loseConnections, loseHosts, losePort } from '../../support/network/lost-packets.ts';
import { acme, sendRequests } from '../../support/network/steady-requests.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { startCluster, untilAllServe } from '../../support/programs/cluster.ts';
import { changedTimes } from '../../support/programs/main-of.ts';
import { load } from '../../support/programs/product.ts';
import { addPayments, exported, openExport } from '../../support/reports/exports.ts';
import { until } from '../../support/until.ts';
import { company, contract, paymentsPath, person, tokenOf } from '../../support/fixtures.ts';
import { ownProduct } from '../../support/programs/own-product.ts';

const range = { fromDate: '2024-01-01', toDate: '2024-12-31' };

// Three seconds less than the guaranteed time, for a busy machine.
const deadlines = {
  ...{ reportingDeadlineMs: 7_000, exportStartMs: 7_000, exportStallMs: 5_000, fileStallMs: 5_000 },
  exportDeadlineMs: 30_000,
};
const web = { people: [person('ana', 'Ana', 'A')], contracts: [contract('web')] };
const product = await ownProduct(changedTimes(deadlines), company('acme'), web);
await addPayments(product.databaseUrl, 40_000);
const token = await tokenOf(product.url, 'acme');

const url = `${product.url}${paymentsPath}`;
/** One that is cached. */
const page = () => exported(url, range, token, 'application/json');

describe('while all packets are lost of the connections that the gateway has to reporting', () => {
  let restore: () => Promise<void>;
  let running: Awaited<ReturnType<typeof openExport>>;

  beforeAll(async () => {
    running = await openExport(url, range, token, 'text/csv', '1.1');
    await running.received(100_000);
    expect((await page()).status).toBe(200);
    restore = await loseConnections(Number(product.reportingAddress.split(':')[1]));
  });
  afterAll(() => restore());

  it('Pages are right within 5 seconds while packets are lost', async () => {
    const { answer, seconds } = await timed(page());
    expect(answer.status).toBe(200);
    expect(seconds).toBeLessThan(5);
    expect((await timed(page())).seconds).toBeLessThan(2);
  });

  it('New exports begin at once while packets are lost', async () => {
    const { answer, seconds } = await timed(exported(url, { ...range, toDate: '2024-01-02' }, token, 'text/csv'));
    expect(answer.status).toBe(200);
    expect(seconds).toBeLessThan(5);
  });

  it('An export that runs breaks off when it stalls', async () => {
    const { answer, seconds } = await timed(running.isWhole());
    expect(answer).toBe(false);
    expect(seconds).toBeLessThan(10);
  });
});

it('Pages are right within 5 seconds after all packets to reporting were lost for 21 seconds, however long the kernel would wait with its next try', async () => {
  const restore = await losePort(Number(product.reportingAddress.split(':')[1]));
  try {
    await sleep(21_000);
    expect((await page()).status).toBe(503);
  } finally {
    await restore();
  }
  const restoredAt = performance.now();
  let requestedAt = restoredAt;
  await until('a page is right', async () => {
    requestedAt = performance.now();
    return (await page()).status === 200;
  });
  expect(requestedAt - restoredAt).toBeLessThan(5_000);
});

it('A truncation waits no longer for an export whose packets to Postgres are lost than an export may take', async () => {
  const running = await openExport(url, range, token, 'text/csv', '1.1');
  await running.received(100_000);
  const sending = `select client_port as port from pg_stat_activity
    where datname = current_database() and wait_event = 'ClientWrite'`;
  let ports: number[] = [];
  await until('Postgres waits for the export', async () => {
    ports = (await query<{ port: number }>(product.databaseUrl, sending)).map(({ port }) => port);
    return ports.length === 1;
  });
  const restore = await loseConnections(Number(new URL(product.databaseUrl).port), ports);
  try {
    const truncation = query(product.databaseUrl, 'truncate reporting.scheduled_payments');
    expect((await timed(truncation)).seconds).toBeLessThan(25);
  } finally {
    await restore();
  }
  expect(await running.isWhole()).toBe(false);
});

it('When the node of one of two processes of auth and of reporting is lost, requests are a 503 for 5 seconds at the most, and none is when it is back', async () => {
  const databaseUrl = await createDatabase();
  await load(databaseUrl, acme);
  const settings = { ...changedTimes({ connectionAgeMs: 1_000 }), LOG_LEVEL: 'warn' };
  const cluster = await startCluster(databaseUrl, settings, 3_000);
  const kinds = ['auth', 'reporting', 'gateway'] as const;
  for (const kind of [...kinds, ...kinds]) await cluster.add(kind);
  const ofCluster = await tokenOf(cluster.urls.requests, 'acme');
  const requests = sendRequests(...Object.values(cluster.urls).map((url) => ({ url, token: ofCluster })));
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
    await cluster.stop();
  }
  expect(failures.length === 0 ? [] : [...failures, ...cluster.logs()]).toEqual([]);
}, 180_000);

async function timed<Answer>(answer: Promise<Answer>): Promise<{ answer: Answer; seconds: number }> {
  const startedAt = performance.now();
  return { answer: await answer, seconds: (performance.now() - startedAt) / 1_000 };
}
