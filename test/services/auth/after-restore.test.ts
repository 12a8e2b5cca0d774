import { afterAll, beforeAll, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { admin, adminJson } from '../../support/programs/admin-command.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { company, requestReport, secret, together, tokenOf, tokenStatuses } from '../../support/fixtures.ts';
import { until } from '../../support/until.ts';

/** As of the backup. */
let backedUp: string;
/** What was done since. */
let old: string;
let newSecret: string;
let revokedToken: string;
let validToken: string;
const started: Product[] = [];

beforeAll(async () => {
  backedUp = await createDatabase();
  await load(backedUp, together(...['acme', 'rotated', 'revoked', 'inactive', 'removed', 'keyed'].map(company)));
  await query(backedUp, `delete from auth.client_secrets where client_id = 'keyed-client'`);
  await query(backedUp, `insert into auth.client_keys values ('keyed-client', 'id', 'a public key')`);
  old = await createDatabase(new URL(backedUp).pathname.slice(1));
  const product = await start(old);
  await tokenOf(product.url, 'acme');
  ({ clientSecret: newSecret } = await adminJson<{ clientSecret: string }>(
    ...[old, 'applications', 'rotate-secret', 'rotated-client', '--old-expires-in', '0'],
  ));
  await adminJson(old, 'applications', 'revoke', 'revoked-client');
  await adminJson(old, 'applications', 'create', '--user', 'acme-user', '--client-id', 'new-client');
  await adminJson(old, 'users', 'deactivate', 'inactive-user');
  await query(old, `delete from auth.users where id = 'removed-user'`);
  [revokedToken, validToken] = [await tokenOf(product.url, 'acme'), await tokenOf(product.url, 'acme')];
  await adminJson(old, 'tokens', 'revoke', '--token', revokedToken);
  await until('the token is refused', async () => (await report(product.url, revokedToken)) === 401, 10_000);
});
afterAll(async () => {
  for (const product of started) await product.stop();
});

it('a restored database has the access of the old one, tokens and revocations included', async () => {
  const restored = await restore();
  expect(await adminJson(restored, 'after-restore', '--from', old, '--operator', 'test')).toEqual({
    tokens: 'kept',
    copied: { users: 5, applications: 7, secrets: 7 },
  });
  const { url } = await start(restored);
  expect(await tokenStatuses(url, 'rotated-client', secret, newSecret)).toEqual([401, 200]);
  const ids = ['acme', 'revoked', 'inactive', 'removed'];
  const statuses = await Promise.all(ids.map((id) => tokenStatuses(url, `${id}-client`, secret)));
  expect(statuses.flat()).toEqual([200, 401, 403, 401]);
  expect([await report(url, revokedToken), await report(url, validToken)]).toEqual([401, 200]);
  expect(await report(url, await tokenOf(url, 'acme'))).toBe(200);
  expect(await events(restored)).toEqual([
    { actor: 'operator:test', details: { users: '5', applications: '7', secrets: '7' } },
  ]);
});

it('without the old database, tokens end, and what to check is shown', async () => {
  const restored = await restore();
  await query(
    restored,
    `insert into auth.audit_events (id, occurred_at, event, actor) values (gen_random_uuid(), '2026-01-02T03:04:05Z', 'token.granted', 'application')`,
  );
  const { status, stdout } = await admin(restored, ['after-restore', '--operator', 'test']);
  expect(status).toBe(0);
  const [first, second, , ...rows] = stdout.trim().split('\n');
  expect([first, second]).toEqual([
    'All tokens have ended. These applications have access, as of 2026-01-02T03:04:05.000Z.',
    'Repeat what was done since then: rotated secrets, removed keys, revoked applications, deactivated users, unlinked people (users list).',
  ]);
  expect(rows.map((row) => row.split(/ {2,}/).slice(0, 3))).toEqual([
    ['CLIENT ID', 'USER', 'COMPANY'],
    ...['acme', 'inactive', 'keyed', 'removed', 'revoked', 'rotated'].map((id) => [`${id}-client`, `${id}-user`, id]),
  ]);
  const { url } = await start(restored);
  expect([await report(url, revokedToken), await report(url, validToken)]).toEqual([401, 401]);
  // By the key of before.
  const { kid } = jwt.decode(validToken, { complete: true })?.header ?? {};
  const newToken = await tokenOf(url, 'acme');
  expect(jwt.decode(newToken, { complete: true })?.header.kid).toBe(kid);
  expect(await report(url, newToken)).toBe(200);
  expect(await events(restored)).toEqual([
    { actor: 'operator:test', details: { knownUntil: '2026-01-02T03:04:05.000Z' } },
  ]);
});

it('where the old database can not be read, nothing is changed', async () => {
  const restored = await restore();
  const gone = 'postgres://auth:password@127.0.0.1:1/gone';
  expect(await admin(restored, ['after-restore', '--from', gone])).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^auth: the database of --from can't be read: .*ECONNREFUSED.*\n$/),
  });
  expect(await query(restored, 'select count(*)::integer as keys from auth.signing_keys')).toEqual([{ keys: 1 }]);
  expect(await events(restored)).toEqual([]);
});

const restore = () => createDatabase(new URL(backedUp).pathname.slice(1));

async function start(database: string): Promise<Product> {
  const product = await startProduct(unlimited, database);
  started.push(product);
  return product;
}

async function report(url: string, token: string): Promise<number> {
  return (await requestReport(url, token)).status;
}

function events(database: string) {
  return query(database, `select actor, details from auth.audit_events where event = 'access.restored'`);
}
