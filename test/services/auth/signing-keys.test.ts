import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { startChild } from '../../../local/child.ts';
import { migrateUp } from '../../../services/migrate/migrate-schema.ts';
import { schemas } from '../../../services/migrate/schemas.ts';
import { authService } from '../../../proto/load.ts';
import { connectRpc } from '../../../runtime/grpc/rpc-client.ts';
import { readAuthConfig } from '../../../services/auth/config.ts';
import { createKeyCipher } from '../../../services/auth/keys/key-cipher.ts';
import { admin } from '../../support/programs/admin-command.ts';
import { runCommand } from '../../support/programs/command.ts';
import { mainOf } from '../../support/programs/main-of.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { pepperSetting } from '../../support/pepper.ts';
import { slowKeys } from '../../support/slow-keys.ts';

const [key, otherKey] = [randomBytes(32), randomBytes(32)];
const encryptedBy = (...keys: Buffer[]) => ({
  AUTH_KEY_ENCRYPTION_KEY: keys.map((bytes) => bytes.toString('base64')).join(','),
});

const listen = { ...pepperSetting, GRPC_LISTEN: '127.0.0.1:0', INTERNAL_PORT: '0', INTERNAL_HOST: '127.0.0.1' };

/** Each test goes on with what the one before has left: keys that are encrypted by the first key, and then by the other. */
const database = await createDatabase();
const plain = await startAuth(database);

it('Private keys are kept encrypted where AUTH_KEY_ENCRYPTION_KEY is set, earlier keys too', async () => {
  expect(await storedKeys(database)).toEqual([expect.stringMatching(/^-----BEGIN PRIVATE KEY-----\n/)]);
  expect(await startAuth(database, encryptedBy(key))).toEqual(plain);
  const [sealed] = await storedKeys(database);
  expect(sealed).toMatch(/^aes-256-gcm\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/);
  expect(await startAuth(database, { AUTH_KEY_ENCRYPTION_KEY: key.toString('hex') })).toEqual(plain);
  expect(await storedKeys(database)).toEqual([sealed]);
});

it.each([
  [{}, 'is not set, but signing key KID is encrypted'],
  [encryptedBy(otherKey), 'is not what signing key KID was encrypted under'],
])(
  'Private keys that a process cannot read stop its start, in a line that names the setting: %j',
  async (settings, problem) => {
    const { status, stderr } = await runAuth({ DATABASE_URL: database, ...settings });
    const line = `auth: AUTH_KEY_ENCRYPTION_KEY: ${problem.replace('KID', plain[0]?.kid ?? '')}\n`;
    expect({ status, stderr }).toEqual({ status: 1, stderr: line });
  },
);

it('Private keys are not made by a command that stores them otherwise than the service does', async () => {
  const before = await storedKeys(database);
  for (const settings of [{}, encryptedBy(otherKey), encryptedBy(otherKey, key)]) {
    const stderr = expect.stringMatching(/^auth: AUTH_KEY_ENCRYPTION_KEY: is not .*\n$/);
    expect(await admin(database, ['keys', 'rotate'], settings)).toEqual({ status: 1, stdout: '', stderr });
  }
  expect(await storedKeys(database)).toEqual(before);
});

it('Private keys are encrypted again when another key comes first, and no longer need the old one', async () => {
  expect(await startAuth(database, encryptedBy(otherKey, key))).toEqual(plain);
  expect(await startAuth(database, encryptedBy(otherKey))).toEqual(plain);
});

it('Private keys are opened only under their own kid', () => {
  const cipher = createKeyCipher([key]);
  const sealed = cipher.seal('one', 'private');
  expect(cipher.open('one', sealed)).toBe('private');
  expect(() => cipher.open('other', sealed)).toThrow(/signing key other/);
  expect(() => cipher.open('one', `${sealed.slice(0, -4)}AAAA`)).toThrow(/signing key one/);
  expect(cipher.seal('one', 'private')).not.toBe(sealed);
});

it('The first key is made though that takes longer than a statement may, and auth is ready once it is there', async () => {
  const database = await createDatabase();
  await query(database, 'delete from auth.signing_keys');
  const slow = { NODE_OPTIONS: slowKeys(4_000) };
  expect(await startAuth(database, slow)).toHaveLength(1);
});

it('Two auth processes that start at once on an empty database agree on one signing key', async () => {
  const databaseUrl = await createDatabase('template1');
  await migrateUp(databaseUrl, schemas);
  const [keys, others] = await Promise.all([startAuth(databaseUrl), startAuth(databaseUrl)]);
  expect(keys).toEqual([
    { kid: expect.any(String), publicKey: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/) },
  ]);
  expect(others).toEqual(keys);
  expect(await query(databaseUrl, 'select kid from auth.signing_keys')).toEqual([{ kid: keys[0]?.kid }]);
});

it.each([
  ['is not set in production', { NODE_ENV: 'production' }, 'is required but not set'],
  ['is too short', { AUTH_KEY_ENCRYPTION_KEY: randomBytes(31).toString('base64') }, form()],
  ['is no base64', { AUTH_KEY_ENCRYPTION_KEY: 'a secret that is no key at all, but long enough' }, form()],
  ['has one that is wrong', { AUTH_KEY_ENCRYPTION_KEY: `${key.toString('base64')},x` }, form()],
])('The auth service does not start where AUTH_KEY_ENCRYPTION_KEY %s', (_, settings, problem) => {
  const environment = { DATABASE_URL: 'postgres://127.0.0.1:1/nothing', ...pepperSetting, ...settings };
  expect(() => readAuthConfig(environment)).toThrow(new Error(`AUTH_KEY_ENCRYPTION_KEY: ${problem}`));
});

function form(): string {
  return 'must be 32 bytes in base64 or hex; several are separated by commas';
}

function runAuth(settings: Record<string, string>) {
  return runCommand('node', ['dist/services/auth/main.js'], { ...listen, ...settings });
}

/** Starts auth and stops it again; the keys that it published. */
async function startAuth(database: string, settings: Record<string, string> = {}) {
  const environment = { PATH: process.env.PATH, DATABASE_URL: database, ...listen, ...settings };
  const auth = startChild('auth', mainOf('auth', settings), environment, 'pipe');
  try {
    const client = connectRpc(authService, { address: await auth.ready, deadlineMs: 30_000 });
    const { keys } = await client.ListSigningKeys({}, { requestId: 'test' }).finally(client.close);
    return keys;
  } finally {
    await auth.stop();
  }
}

async function storedKeys(database: string): Promise<string[]> {
  const rows = await query<{ private_key: string }>(database, 'select private_key from auth.signing_keys order by kid');
  return rows.map(({ private_key }) => private_key);
}
