import { afterAll, beforeAll, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { migrateUp } from '../../../services/migrate/migrate-schema.ts';
import { schemas } from '../../../services/migrate/schemas.ts';
import { company, requestReport, secret, together, tokenOf, tokenStatuses } from '../../support/fixtures.ts';
import { query } from '../../support/postgres/database.ts';
import { startPackagedPostgres } from '../../support/postgres/packaged.ts';
import { adminJson } from '../../support/programs/admin-command.ts';
import { runCommand } from '../../support/programs/command.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';

const stops: (() => Promise<void>)[] = [];
let server: string;
let newSecret: string;
let revokedToken: string;
let validToken: string;

beforeAll(async () => {
  const { url, stop } = await startPackagedPostgres();
  stops.push(stop);
  server = url;
  const backup = await copyOf('template1', 'backup');
  await migrateUp(backup, schemas);
  await load(backup, together(...['acme', 'rotated', 'revoked', 'inactive', 'removed', 'keyed'].map(company)));
  await query(
    backup,
    `delete from auth.client_secrets where client_id = 'keyed-client';
     insert into auth.client_keys values ('keyed-client', 'id', '-----BEGIN PUBLIC KEY-----');
     insert into auth.audit_events (id, occurred_at, event, actor)
     values (gen_random_uuid(), '2026-01-02T03:04:05Z', 'token.granted', 'application')`,
  );
  const old = await copyOf('backup', 'old');
  const gateway = await start(old);
  [revokedToken, validToken] = [await tokenOf(gateway, 'acme'), await tokenOf(gateway, 'acme')];
  const rotate = ['applications', 'rotate-secret', 'rotated-client', '--old-expires-in', '0'];
  ({ clientSecret: newSecret } = await adminJson<{ clientSecret: string }>(old, ...rotate));
  await adminJson(old, 'applications', 'revoke', 'revoked-client');
  await adminJson(old, 'users', 'deactivate', 'inactive-user');
  await query(old, `delete from auth.users where id = 'removed-user'`);
  await adminJson(old, 'tokens', 'revoke', '--jti', (jwt.decode(revokedToken) as { jti: string }).jti);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

it('A restored database has the access of the old one, tokens and revocations included', async () => {
  const restored = await copyOf('backup', 'restored');
  expect(await copyAccess(databaseUrl('old'), restored)).toMatchObject({ status: 0, stderr: '' });
  const url = await start(restored);
  expect(await tokenStatuses(url, 'rotated-client', secret, newSecret)).toEqual([401, 200]);
  const ids = ['acme', 'revoked', 'inactive', 'removed'];
  const statuses = await Promise.all(ids.map((id) => tokenStatuses(url, `${id}-client`, secret)));
  expect(statuses.flat()).toEqual([200, 401, 403, 401]);
  expect([await report(url, revokedToken), await report(url, validToken)]).toEqual([401, 200]);
  expect(await events(restored)).toEqual([{ actor: 'operator:ada' }]);
});

it('Without the old database all tokens end, and the applications that have access are listed', async () => {
  const lost = await copyOf('backup', 'lost');
  const psql = [
    '--quiet',
    '--tuples-only',
    '--no-align',
    '--set=operator=ada',
    '--file=k8s/runbooks/end-tokens.sql',
    lost,
  ];
  const { status, stdout } = await runCommand('psql', psql, { PGTZ: 'UTC' });
  const [until, ...rows] = stdout.trim().split('\n');
  expect({ status, until }).toEqual({ status: 0, until: '2026-01-02 03:04:05+00' });
  expect(rows.map((row) => row.split('|').slice(0, 3))).toEqual(
    ['acme', 'inactive', 'keyed', 'removed', 'revoked', 'rotated'].map((id) => [`${id}-client`, `${id}-user`, id]),
  );
  const url = await start(lost);
  expect([await report(url, revokedToken), await report(url, validToken)]).toEqual([401, 401]);
  expect(await report(url, await tokenOf(url, 'acme'))).toBe(200);
  expect(await events(lost)).toEqual([{ actor: 'operator:ada' }]);
});

it('Nothing is changed where the old database cannot be read', async () => {
  const restored = await copyOf('backup', 'unchanged');
  const { status, stderr } = await copyAccess(databaseUrl('nowhere'), restored);
  expect([status, stderr]).toEqual([1, expect.stringContaining('database "nowhere" does not exist')]);
  expect(await query(restored, 'select from auth.users')).toHaveLength(6);
  expect(await events(restored)).toEqual([]);
});

const databaseUrl = (name: string) => server.replace(/postgres$/, name);

async function copyOf(template: string, name: string): Promise<string> {
  await query(server, `create database ${name} template ${template}`);
  return databaseUrl(name);
}

const copyAccess = (old: string, restored: string) =>
  runCommand('bash', ['k8s/runbooks/copy-access.sh'], { old, new: restored, operator: 'ada' });

async function start(database: string): Promise<string> {
  const { url, stop } = await startProduct(unlimited, database);
  stops.push(stop);
  return url;
}

async function report(url: string, token: string): Promise<number> {
  return (await requestReport(url, token)).status;
}

function events(database: string) {
  return query(database, `select actor from auth.audit_events where event = 'access.restored'`);
}
