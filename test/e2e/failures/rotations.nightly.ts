import { afterAll, beforeAll, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { randomBytes, randomUUID } from 'node:crypto';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryDirectory } from '../../support/files.ts';
import { makeAuthority, makeCertificate } from '../../support/network/certificates.ts';
import { acme, sendRequests } from '../../support/network/steady-requests.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { startCluster } from '../../support/programs/cluster.ts';
import type { Cluster, Kind } from '../../support/programs/cluster.ts';
import { runCommand } from '../../support/programs/command.ts';
import { changedTimes } from '../../support/programs/main-of.ts';
import { load } from '../../support/programs/product.ts';
import { admin } from '../../support/programs/admin-command.ts';
import { tokenOf } from '../../support/fixtures.ts';
import { callRedis, startRedis } from '../../support/redis/redis.ts';
import type { RedisServer } from '../../support/redis/redis.ts';
import { until } from '../../support/until.ts';

/** Each rotation of the runbook of secrets, by its steps, under one load. */
let cluster: Cluster;
let redis: RedisServer;
let databaseUrl: string;
let requests: ReturnType<typeof sendRequests>;
const temporary = await temporaryDirectory();
const file = (name: string) => path.join(temporary.directory, name);
const clientSecret = 'not of the generated form';
const [oldKey, newKey, oldPepper, newPepper] = [randomBytes(32), randomBytes(32), randomBytes(32), randomBytes(32)];
const [oldPassword, newPassword] = [randomUUID(), randomUUID()];

/** What all pods of a kind are started with now. */
const settings: Record<Kind, Record<string, string>> = { gateway: {}, auth: {}, reporting: {} };
const kinds = ['auth', 'reporting', 'gateway'] as const;

beforeAll(async () => {
  for (const authority of ['old', 'new']) {
    await makeAuthority(temporary.directory, authority);
    await makeCertificate(temporary.directory, `by-${authority}`, authority);
  }
  await trust('old');
  await showCertificateBy('old');
  redis = await startRedis();
  await callRedis(redis.port, 'acl', 'setuser', 'programs', 'on', '~*', '&*', '+@all', `>${oldPassword}`);
  databaseUrl = await createDatabase();
  const [application] = acme.oauth_applications ?? [];
  const given = { oauth_applications: [{ ...application, client_secret: clientSecret }] };
  await load(databaseUrl, { ...acme, ...given }, [oldPepper]);
  const tls = { GRPC_TLS_CERT: file('tls.crt'), GRPC_TLS_KEY: file('tls.key'), GRPC_TLS_CA: file('ca.crt') };
  cluster = await startCluster(databaseUrl, { ...tls, ...changedTimes({ connectionAgeMs: 1_000 }) }, 0);
  useRedis(oldPassword);
  useKeys([oldKey], [oldPepper]);
  for (const kind of kinds) await cluster.add(kind, settings[kind]);
  const target = { url: cluster.urls.requests, clientSecret };
  requests = sendRequests({ ...target, token: await tokenOf(target.url, 'acme', clientSecret) });
});
afterAll(async () => {
  await requests.stop();
  await cluster.stop();
  await redis.stop();
});

it('The passwords of Postgres and Redis can be rotated', async () => {
  const roles = (['auth', 'reporting'] as const).map((service) => {
    const role = { username: `${service}_${randomUUID()}`, password: randomUUID() };
    settings[service].DATABASE_URL = Object.assign(new URL(databaseUrl), role).href;
    return role.username;
  });
  const { DATABASE_URL: AUTH_DATABASE_URL = '' } = settings.auth;
  const { DATABASE_URL: REPORTING_DATABASE_URL = '' } = settings.reporting;
  const urls = { DATABASE_URL: databaseUrl, AUTH_DATABASE_URL, REPORTING_DATABASE_URL };
  expect(await runCommand('node', ['dist/services/migrate/main.js'], urls)).toMatchObject({ status: 0 });
  await callRedis(redis.port, 'acl', 'setuser', 'programs', `>${newPassword}`);
  useRedis(newPassword);
  // The first of the three steps of the keys needs a rollout too.
  useKeys([oldKey, newKey], [oldPepper, newPepper]);
  await rollOut(...kinds);

  await until('only the new roles have sessions', async () => {
    const sessions = await query<{ role: string }>(databaseUrl, sessionsOfServices);
    return sessions.map(({ role }) => role).join() === roles.join();
  });
  await callRedis(redis.port, 'acl', 'setuser', 'programs', `<${oldPassword}`);
  await callRedis(redis.port, 'client', 'kill', 'user', 'programs');
  await until('the gateway has connected to Redis again', async () => {
    const clients = String(await callRedis(redis.port, 'client', 'list'));
    return clients.includes(' user=programs ');
  });
  await expectNoFailures();
});

it('The authority of the certificates can be changed without a restart', async () => {
  await reread(() => trust('old', 'new'));
  await reread(() => showCertificateBy('new'));
  await reread(() => trust('new'));
  await expectNoFailures();
});

it('The key that encrypts the signing keys can be rotated, and a new pepper comes before the old one', async () => {
  useKeys([newKey, oldKey], [newPepper, oldPepper]);
  await rollOut('auth');
  useKeys([newKey], [newPepper, oldPepper]);
  await rollOut('auth');
  await expectNoFailures();
});

it('The signing key can be rotated, with two processes of auth and of the gateway', async () => {
  for (const kind of ['auth', 'gateway'] as const) await cluster.add(kind, settings[kind]);
  const kids = async () => {
    const tokens = await Promise.all([1, 2].map(() => tokenOf(cluster.urls.requests, 'acme', clientSecret)));
    return tokens.map((token) => jwt.decode(token, { complete: true })?.header.kid ?? '');
  };
  const [first = ''] = await kids();
  expect(await kids()).toEqual([first, first]);
  const { kid, signsFrom } = await rotateKey('--signs-in', '10s');
  expect(await states()).toEqual({ [first]: 'signing', [kid]: 'published' });
  await until('the new key signs', async () => {
    const used = await kids();
    if (used.includes(kid)) expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(signsFrom) - 1_000);
    return used.every((each) => each === kid);
  });
  for (let time = 0; time < 10; time += 1) expect(await kids()).toEqual([kid, kid]);
  await expectNoFailures();
  // The longest life of a token, and a minute for clocks.
  const past = (seconds: number) =>
    query(databaseUrl, `update auth.signing_keys set signs_from = signs_from - interval '${seconds} seconds'`);
  await past(86_400);
  await expectNoFailures();
  expect(await states()).toEqual({ [first]: 'verifying', [kid]: 'signing' });
  await past(600);
  expect(await states()).toEqual({ [first]: 'retired', [kid]: 'signing' });
  // It fetches the keys that auth publishes now.
  await cluster.add('gateway', settings.gateway);
  await until('tokens of the old key are refused', () => requests.failures.length > 0);
  const next = await rotateKey();
  expect(await states()).toEqual({ [kid]: 'signing', [next.kid]: 'published' });
}, 180_000);

const sessionsOfServices = `
  select distinct usename as role from pg_stat_activity
  where datname = current_database() and (application_name like 'auth%' or application_name like 'reporting%')
  order by role`;

async function rotateKey(...args: string[]): Promise<{ kid: string; signsFrom: string }> {
  const { stdout, stderr } = await admin(databaseUrl, ['keys', 'rotate', ...args], settings.auth);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as { kid: string; signsFrom: string };
}

async function states(): Promise<Record<string, string>> {
  const keys = 'select kid, state from auth.signing_key_states';
  const all = await query<{ kid: string; state: string }>(databaseUrl, keys);
  return Object.fromEntries(all.map(({ kid, state }) => [kid, state]));
}

/** Replaces the pods of these kinds; requests are answered by old and new ones for a while. */
async function rollOut(...of: Kind[]): Promise<void> {
  const old = of.flatMap(cluster.pods);
  for (const kind of of) await cluster.add(kind, settings[kind]);
  await requests.more(60);
  expect(await Promise.all(old.map(cluster.retire))).toEqual(old.map(({ kind }) => `${kind} ended with status 0`));
}

async function expectNoFailures(): Promise<void> {
  await requests.more(100);
  expect(requests.failures).toEqual([]);
}

function useRedis(password: string): void {
  settings.gateway.REDIS_URL = `redis://programs:${password}@127.0.0.1:${redis.port}`;
}

function useKeys(keys: Buffer[], peppers: Buffer[]): void {
  const list = (all: Buffer[]) => all.map((bytes) => bytes.toString('base64')).join(',');
  Object.assign(settings.auth, { AUTH_KEY_ENCRYPTION_KEY: list(keys), AUTH_SECRET_PEPPER: list(peppers) });
}

/** Changes files of the certificates, and waits until each process has read them and connected anew. */
async function reread(change: () => Promise<void>): Promise<void> {
  const count = () => cluster.logs().filter((line) => line.includes('certificates of gRPC are read again')).length;
  const enough = count() + kinds.flatMap(cluster.pods).length;
  await change();
  await until('all processes have read the certificates', () => count() >= enough);
  await requests.more(60);
}

/** The kubelet too changes files by putting others in their place. */
async function trust(...authorities: string[]): Promise<void> {
  const pems = await Promise.all(authorities.map((authority) => readFile(file(`${authority}.crt`))));
  await writeFile(file('ca.crt.new'), Buffer.concat(pems));
  await rename(file('ca.crt.new'), file('ca.crt'));
}

async function showCertificateBy(authority: string): Promise<void> {
  for (const part of ['key', 'crt']) await copyFile(file(`by-${authority}.${part}`), file(`tls.${part}`));
}
