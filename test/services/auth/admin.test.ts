import { expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { admin, adminJson, adminProcess } from '../../support/programs/admin-command.ts';
import { query } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { until } from '../../support/until.ts';
import { company, requestReport, secret, tokenOf, tokenStatuses } from '../../support/fixtures.ts';
import { ownProduct } from '../../support/programs/own-product.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const generated = expect.stringMatching(/^crs_[0-9A-Za-z]{49}$/);

const product = await ownProduct({}, ...['acme', 'rival', 'passing', 'listed', 'leaked'].map(company));
const database = product.databaseUrl;

it('Applications are made with a secret that works, shown once', async () => {
  const made = await adminJson<Credentials>(database, 'applications', 'create', '--user', 'acme-user');
  expect(made).toEqual({
    clientId: expect.stringMatching(/^app-[\da-f]{24}$/),
    clientSecret: generated,
    userId: 'acme-user',
    grantTypes: ['client_credentials'],
  });
  expect(await statuses(made.clientId, made.clientSecret)).toEqual([200]);
  const granted = `select from auth.audit_events where event = 'token.granted' and client_id = $1`;
  await until('it is in the audit', async () => (await query(database, granted, [made.clientId])).length === 1);
  const stored = 'select s::text from auth.client_secrets s union all select a::text from auth.audit_events a';
  expect(JSON.stringify(await query(database, stored))).not.toContain(made.clientSecret);
});

it('Applications are made under a free id, for an existing user', async () => {
  const args = ['applications', 'create', '--user', 'acme-user', '--client-id', 'chosen.id'];
  expect(await adminJson(database, ...args)).toMatchObject({ clientId: 'chosen.id', clientSecret: generated });
  expect(await admin(database, args)).toEqual(failure('there is an application chosen.id already'));
  expect(await admin(database, ['applications', 'create', '--user', 'nobody'])).toEqual(
    failure('there is no user nobody'),
  );
});

it('Applications are listed with the times of their secrets, and without the secrets', async () => {
  const unused = { id: expect.any(String), origin: 'given', createdAt: time, expiresAt: null, lastUsedAt: null };
  const application = { clientId: 'listed-client', userId: 'listed-user', grantTypes: ['client_credentials'] };
  const more = { networks: [], revokedAt: null, secretsRefused: false };
  expect(await listed('listed-user')).toEqual([{ ...application, ...more, secrets: [unused] }]);
  await tokenOf(product.url, 'listed');
  const lastUsed = async () => (await listed('listed-user'))[0]?.secrets[0]?.lastUsedAt;
  await until('its use is listed', async () => (await lastUsed()) !== null);
});

it('Applications have two valid secrets while they rotate, and no third', async () => {
  const args = ['applications', 'rotate-secret', 'rival-client'];
  const first = await adminJson<Credentials & { oldExpiresAt: string }>(database, ...args);
  expect(first).toEqual({ clientId: 'rival-client', clientSecret: generated, oldExpiresAt: time });
  expect(Date.parse(first.oldExpiresAt) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  expect(await statuses('rival-client', secret, first.clientSecret)).toEqual([200, 200]);

  const two =
    /^auth: two secrets of rival-client are valid, one until \S+Z: wait, or end both .* --old-expires-in 0\n$/;
  expect(await admin(database, args)).toMatchObject({ status: 1, stderr: expect.stringMatching(two) });
  const second = await adminJson<Credentials>(database, ...args, '--old-expires-in', '0');
  expect(await statuses('rival-client', secret, first.clientSecret, second.clientSecret)).toEqual([401, 401, 200]);
  const secrets = (await listed('rival-user'))[0]?.secrets ?? [];
  expect(secrets.map(({ origin, expiresAt }) => [origin, expiresAt])).toEqual([
    ['given', time],
    ['generated', time],
    ['generated', null],
  ]);
});

it('Applications that are rotated by two at once still have two secrets at most', async () => {
  const args = ['applications', 'rotate-secret', 'passing-client'];
  const ended = await Promise.all([admin(database, args), admin(database, args)]);
  expect(ended.map(({ status }) => status).sort()).toEqual([0, 1]);
});

it('Applications are revoked with their tokens', async () => {
  const token = await tokenOf(product.url, 'leaked');
  expect(await report(token)).toBe(200);
  expect(await adminJson(database, 'applications', 'revoke', 'leaked-client')).toEqual({
    clientId: 'leaked-client',
    revoked: true,
  });
  await until('its tokens are refused', async () => (await report(token)) === 401, 5_000);
  expect(await statuses('leaked-client', secret)).toEqual([401]);
  expect(await admin(database, ['applications', 'rotate-secret', 'leaked-client'])).toEqual(
    failure('the application leaked-client is revoked'),
  );
});

it('Tokens are revoked by their id, or all of an application', async () => {
  const [one, two] = await Promise.all([tokenOf(product.url, 'acme'), tokenOf(product.url, 'acme')]);
  const revoke = (...args: string[]) => adminJson(database, 'tokens', 'revoke', ...args);
  expect(await revoke('--jti', jtiOf(one))).toEqual({ tokenId: jtiOf(one), revoked: true });
  await until('the token is refused', async () => (await report(one)) === 401, 5_000);
  expect(await report(two)).toBe(200);
  expect(await revoke('--application', 'acme-client')).toEqual({ clientId: 'acme-client', revoked: true });
  // Mostly in the same second.
  const later = await tokenOf(product.url, 'acme');
  await until('all are refused', async () => (await report(two)) === 401, 5_000);
  expect(await report(later)).toBe(200);
});

it('Users are listed with their companies, names and numbers of applications', async () => {
  const users = await adminJson<{ userId: string }[]>(database, 'users', 'list', '--company', 'rival');
  const names = { firstName: 'Uma', lastName: 'User', externalId: null };
  expect(users).toEqual([{ userId: 'rival-user', companyId: 'rival', ...names, status: 'active', applications: 1 }]);
});

it('Users are deactivated and activated', async () => {
  const token = await tokenOf(product.url, 'passing');
  for (const [command, status, answer] of [
    ['deactivate', 'inactive', 403],
    ['activate', 'active', 200],
  ] as const) {
    expect(await adminJson(database, 'users', command, 'passing-user')).toEqual({ userId: 'passing-user', status });
    await until(command, async () => (await report(token)) === answer, 5_000);
  }
});

it('Every act is in the audit, with its actor; a failed act is not', async () => {
  await admin(database, ['--operator', 'ada', 'users', 'activate', 'rival-user']);
  await admin(database, ['--operator', 'ada', 'users', 'activate', 'nobody']);
  const acts = `select event, client_id, details from auth.audit_events where actor = 'operator:ada'`;
  const activated = { event: 'user.activated', client_id: null, details: { userId: 'rival-user' } };
  expect(await query(database, acts)).toEqual([activated]);
  const all = `select distinct event from auth.audit_events where actor ~ '^operator:.+@.+' order by event`;
  const others = await query<{ event: string }>(database, all);
  expect(others.map(({ event }) => event)).toEqual([
    'application.created',
    'application.revoked',
    'application.tokens_revoked',
    'secret.rotated',
    'token.revoked',
    'user.activated',
    'user.deactivated',
  ]);
});

it('Control characters of a terminal are escaped', async () => {
  const named = { ...company('named'), users: [{ ...user, first_name: 'gone\u001b[2J\u009b1m\nfrom\u202ehere' }] };
  await load(database, named);
  const { stdout } = await admin(database, ['users', 'list', '--company', 'named']);
  expect(stdout).toContain('gone\\u001b[2J\\u009b1m\\nfrom\\u202ehere');
});

it('The audit is pruned of rows that are 90 days old, and of no younger row', async () => {
  await query(
    database,
    `insert into auth.audit_events (id, occurred_at, event, actor)
     values (gen_random_uuid(), now() - interval '100 days', 'token.granted', 'application')`,
  );
  const prune = async (settings: Record<string, string>) =>
    JSON.parse((await admin(database, ['audit', 'prune'], settings)).stdout) as object;
  expect((await admin(database, ['audit', 'prune'], { AUDIT_KEPT_DAYS: '89' })).status).toBe(1);
  expect(await prune({})).toEqual({ deleted: 0, before: time });
  expect(await prune({ AUDIT_KEPT_DAYS: '99' })).toEqual({ deleted: 1, before: time });
});

it.each([
  [['applications', 'revoke', 'nobody'], 'there is no application nobody'],
  [['tokens', 'revoke', '--application', 'nobody'], 'there is no application nobody'],
  [['users', 'deactivate', 'nobody'], 'there is no user nobody'],
])('The command %j ends with status 1 and one line', async (args, line) => {
  expect(await admin(database, args)).toEqual(failure(line));
});

it('A database that cannot be reached is two lines', async () => {
  const nowhere = 'postgres://user:password-of-nobody@127.0.0.1:1/nothing';
  const { status, stdout, stderr } = await adminProcess(nowhere, ['users', 'list']);
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^auth: waiting for the database: .*ECONNREFUSED.*\nauth: The database at DATABASE_URL can't be used: .*ECONNREFUSED.*\n$/,
    ),
  });
  expect(stderr).not.toContain('password-of-nobody');
  expect(await admin('', ['users', 'list'])).toEqual(failure('DATABASE_URL: is required but not set'));
});

it.each([
  [['nothing']],
  [['users', 'activate', 'one', 'two']],
  [['applications', 'rotate-secret', 'acme-client', '--old-expires-in', 'soon']],
  [['tokens', 'revoke']],
  [['tokens', 'revoke', '--jti', 'garbage']],
  [['tokens', 'revoke', '--jti', '00000000-0000-4000-8000-000000000000', '--application', 'acme-client']],
  [['keys', 'rotate', '--signs-in', '5s']],
])('An unknown command, as %j, is status 2', async (args) => {
  const { status, stdout, stderr } = await admin(database, args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^(error: .*\n.*Try --help\.|Usage: auth )/);
});

const user = { ...company('named').users[0] };

type Credentials = { clientId: string; clientSecret: string };
type Listed = { secrets: { origin: string; expiresAt: string | null; lastUsedAt: string | null }[] };

function listed(user: string): Promise<Listed[]> {
  return adminJson(database, 'applications', 'list', '--user', user);
}

function failure(line: string) {
  return { status: 1, stdout: '', stderr: `auth: ${line}\n` };
}

function statuses(clientId: string, ...secrets: string[]): Promise<number[]> {
  return tokenStatuses(product.url, clientId, ...secrets);
}

async function report(token: string): Promise<number> {
  return (await requestReport(product.url, token)).status;
}

function jtiOf(token: string): string {
  return (jwt.decode(token) as jwt.JwtPayload).jti ?? '';
}
