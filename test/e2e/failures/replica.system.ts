import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import type request from 'supertest';
import { startLocalPostgres } from '../../../local/postgres/postgres.ts';
import type { LocalPostgres } from '../../../local/postgres/postgres.ts';
import { schemas } from '../../../services/migrate/schemas.ts';
import { migrateUp } from '../../../services/migrate/migrate-schema.ts';
import { encodeVersion } from '../../../proto/report-version.ts';
import { readVersion } from '../../../services/reporting/servers/data-version.ts';
import { query, withClient } from '../../support/postgres/database.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { standbySettings, startStandby, untilReplayed } from '../../support/postgres/standby.ts';
import { temporaryDirectory } from '../../support/files.ts';
import { until } from '../../support/until.ts';
import {
  authorizedGet,
  company,
  contract,
  payment,
  paymentsPath,
  person,
  requestReport,
  together,
  tokenOf,
} from '../../support/fixtures.ts';

let directory: string;
let primary: LocalPostgres;
let replicas: [first: LocalPostgres, second: LocalPostgres];
let product: Product;
let token: string;

beforeAll(async () => {
  ({ directory } = await temporaryDirectory());
  primary = await startLocalPostgres(path.join(directory, 'primary'), { fsync: 'off', wal_level: 'replica' });
  await query(primary.urlOf('postgres'), 'create database reports');
  await migrateUp(primary.urlOf('reports'), schemas);
  await load(primary.urlOf('reports'), together(company('acme'), rows));
  const startReplica = (name: string) =>
    startStandby(primary, path.join(directory, 'primary'), path.join(directory, name));
  replicas = [await startReplica('first'), await startReplica('second')];
  product = await startWith(...replicas);
  token = await tokenOf(product.url, 'acme');
});

afterAll(async () => {
  await product.stop();
  for (const replica of replicas) await replica.stop();
  await primary.stop();
});

it('Reporting reads from replicas as long as they are new enough', async () => {
  await untilReplayed(primary, ...replicas);
  for (const version of ['', await newestVersion()]) await get({ 'Report-Version': version }).expect(200);
  const used = "select from pg_stat_activity where application_name like 'reporting replica _'";
  const connections = await Promise.all(replicas.map((replica) => query(replica.urlOf('reports'), used)));
  expect(connections.flat().length).toBeGreaterThan(0);
});

it.each([
  ['the first', [0]],
  ['the second', [1]],
  ['every', [0, 1]],
])('A caller sees nothing older than before where %s replica lags', async (_, lagging) => {
  await untilReplayed(primary, ...replicas);
  const csv = { Accept: 'text/csv' };
  const earlier = await get(csv).expect(200);
  const paused = replicas.filter((_replica, index) => lagging.includes(index));
  for (const replica of paused) await query(replica.urlOf('postgres'), 'select pg_wal_replay_pause()');
  try {
    const paid = 100 + 10 * lagging.length + Number(lagging[0]);
    await pay(paid);
    await untilReplayed(primary, ...replicas.filter((replica) => !paused.includes(replica)));
    const version = await newestVersion();
    // The first request is of a caller that has seen the change elsewhere. Then this process has seen it, too.
    for (const seen of [{ 'Report-Version': version }, { 'If-Match': version }, {}]) {
      expect(paidIn(await get(seen).expect(200))).toBe(paid);
      const other = await get(seen, '&page=2').expect(200);
      const file = await get({ ...seen, ...csv, 'If-None-Match': String(earlier.headers.etag) }).expect(200);
      expect(file.text).toContain(`,10.00,${paid}.00,paid,`);
      for (const { headers } of [other, file]) expect(headers['report-version']).toBe(version);
    }
  } finally {
    for (const replica of paused) await query(replica.urlOf('postgres'), 'select pg_wal_replay_resume()');
  }
});

it('A caller sees all it has seen where a replica has other changes, and more of them', async () => {
  const [replica] = replicas;
  const ofPrimary = await startProduct(unlimited, primary.urlOf('reports'));
  const ofReplica = await startWith(replica);
  const configure = async (...settings: string[]) => {
    for (const setting of settings) await query(primary.urlOf('postgres'), `alter system ${setting}`);
    await query(primary.urlOf('postgres'), 'select pg_reload_conf()');
  };
  // A commit that waits for a standby is on the replica, and not yet seen on the primary; one that doesn't wait passes it.
  await configure(`set synchronous_standby_names = 'missing'`, `set synchronous_commit = local`);
  let unpause: () => Promise<void> = () => Promise.resolve();
  const changesSince = (version: string) =>
    requestReport(ofReplica.url, token, paymentsPath.replace('list', 'changes')).query({ since: version.slice(1, -1) });
  try {
    await withClient(primary.urlOf('reports'), async (client) => {
      await client.query('begin; set local synchronous_commit = on');
      for (let time = 0; time < 50; time += 1) await client.query(`update reporting.contracts set title = 'Late'`);
      const waiting = client.query('commit');
      await until('the replica has it', async () => {
        const found = await query(replica.urlOf('reports'), `select from reporting.contracts where title = 'Late'`);
        return found.length > 0;
      });
      await query(replica.urlOf('postgres'), 'select pg_wal_replay_pause()');
      unpause = async () => {
        await query(replica.urlOf('postgres'), 'select pg_wal_replay_resume()');
        await configure('reset synchronous_standby_names', 'reset synchronous_commit');
        await waiting;
      };
      const ahead = await get({}, '', ofReplica.url).expect(200);
      const changesThen = await changesSince(String(ahead.headers['report-version'])).expect(200);
      expect(changesThen.body).toMatchObject({ results: [], more: false });
      await pay(2_000);
      const seen = await get({}, '', ofPrimary.url).expect(200);
      expect(paidIn(seen)).toBe(2_000);
      const version = String(seen.headers['report-version']);
      // First only by its parameter.
      const changes = await changesSince(version).expect(200);
      expect(changes.body).toMatchObject({ results: [], version: version.slice(1, -1), more: false });
      expect(paidIn(await get({ 'Report-Version': version }, '', ofReplica.url).expect(200))).toBe(2_000);
      await unpause();
    });
  } finally {
    await unpause().catch(() => undefined);
    await ofPrimary.stop();
    await ofReplica.stop();
  }
});

it('The primary answers where a caller has seen a newer version than exists, as after a backup was restored', async () => {
  const response = await get({ 'Report-Version': `"${encodeVersion(new Map([[0, 2n ** 62n]]))}"` }).expect(200);
  expect(response.headers['report-version']).toBe(await newestVersion());
  await query(primary.urlOf('reports'), 'update reporting.data_versions set version = 1');
  await untilReplayed(primary, ...replicas);
  for (let time = 0; time < 3; time += 1) {
    const response = await get().expect(200);
    expect(response.headers['report-version']).toBe(await newestVersion());
  }
});

it('Reporting uses a replica only once it has replayed the migrations of this build', async () => {
  const [replica] = replicas;
  const rename = (from: string, to: string) =>
    query(
      primary.urlOf('reports'),
      `update public.client_reporting_migrations set name = $2 where schema = 'reporting' and name = $1`,
      [from, to],
    );
  await rename('0004-segments-and-checks', 'none');
  await untilReplayed(primary, replica);
  await query(replica.urlOf('postgres'), 'select pg_wal_replay_pause()');
  await rename('none', '0004-segments-and-checks');
  await pay(250);
  const started = await startWith(replica);
  const logged = (text: string) => started.logs().some((line) => line.includes(text));
  try {
    await until('the replica is missed', async () => logged('migration reporting 0004-segments-and-checks'));
    expect(paidIn(await get({}, '', started.url).expect(200))).toBe(250);
    await query(replica.urlOf('postgres'), 'select pg_wal_replay_resume()');
    await until('the replica is used', async () => logged('a replica answers again'));
    expect(paidIn(await get({}, '', started.url).expect(200))).toBe(250);
  } finally {
    await query(replica.urlOf('postgres'), 'select pg_wal_replay_resume()');
    await started.stop();
  }
});

it('Each process uses a replica that is back only when it has replayed what the primary had then', async () => {
  const [, replica] = replicas;
  const [first, second] = [await startWith(replica), await startWith(replica)];
  const logged = (text: string) => second.logs().filter((line) => line.includes(text)).length;
  try {
    await query(replica.urlOf('postgres'), `alter system set recovery_min_apply_delay = '1h'`);
    await replica.stop();
    await until('the replica is missed', async () => logged('a replica fails') > 0);
    await pay(300);
    expect(paidIn(await get({}, '', first.url).expect(200))).toBe(300);
    const { port } = new URL(replica.urlOf('postgres'));
    await startLocalPostgres(path.join(directory, 'second'), { port, ...standbySettings(primary) });
    for (let time = 0; time < 20; time += 1) {
      expect(paidIn(await get({}, '', second.url).expect(200))).toBe(300);
      await sleep(200);
    }
    await query(replica.urlOf('postgres'), 'alter system reset recovery_min_apply_delay');
    await query(replica.urlOf('postgres'), 'select pg_reload_conf()');
    await until('the replica is used again', async () => logged('a replica answers again') > 0);
    expect(paidIn(await get({}, '', second.url).expect(200))).toBe(300);
  } finally {
    await first.stop();
    await second.stop();
  }
});

it('The other replicas answer where one is down', async () => {
  await replicas[0].stop();
  await pay(200);
  await untilReplayed(primary, ...replicas.slice(1));
  for (let time = 0; time < 5; time += 1) {
    expect(paidIn(await get({ 'Report-Version': await newestVersion() }).expect(200))).toBe(200);
  }
});

function startWith(...readers: LocalPostgres[]): Promise<Product> {
  const urls = readers.map((reader) => reader.urlOf('reports'));
  return startProduct({ ...unlimited, REPLICA_DATABASE_URLS: urls.join(',') }, primary.urlOf('reports'));
}

function get(headers: Record<string, string> = {}, more = '', url = product.url) {
  return authorizedGet(url, token, `${paymentsPath}?fromDate=2024-01-01&toDate=2024-12-31${more}`, headers);
}

function paidIn(response: request.Response): number {
  const { statistics } = response.body as { statistics: { totalScheduledPaymentsPaidAmount: number } };
  return statistics.totalScheduledPaymentsPaidAmount;
}

async function pay(amount: number): Promise<void> {
  await query(primary.urlOf('reports'), 'update reporting.scheduled_payments set paid_amount = $1', [amount]);
}

/** As Report-Version has it. */
async function newestVersion(): Promise<string> {
  const pool = new pg.Pool({ connectionString: primary.urlOf('reports') });
  const version = await readVersion(pool, 'acme', new AbortController().signal);
  await pool.end();
  return `"${version}"`;
}

const rows = {
  people: [person('ana', 'Ana', 'A')],
  contracts: [contract('web')],
  scheduled_payments: [payment('p1', { scheduled_payment_on: '2024-05-05' })],
};
