import { generateKeyPair, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Transaction } from 'sequelize';
import type { AuthDatabase } from '../database.ts';
import type { KeyCipher } from './key-cipher.ts';
import { oneRow } from '../../../runtime/postgres/database.ts';
import { ExplainedError } from '../../../runtime/explained-error.ts';

/** `sealed`: PKCS #8, PEM, as the cipher seals it. */
type StoredSigningKey = { kid: string; sealed: string; state: 'published' | 'signing' | 'verifying' | 'retired' };

/** All of them, in the order in which they sign. */
export function readSigningKeys(
  database: AuthDatabase,
  within: Transaction | AbortSignal,
): Promise<StoredSigningKey[]> {
  const statement = 'select kid, private_key as sealed, state from auth.signing_key_states order by signs_from, kid';
  return database.query(within, statement);
}

/** Lets no other transaction add or delete keys until this one ends. */
async function lockSigningKeys(database: AuthDatabase, transaction: Transaction): Promise<StoredSigningKey[]> {
  await database.query(transaction, 'lock table auth.signing_keys in share row exclusive mode');
  return readSigningKeys(database, transaction);
}

/** `privateKey`: PKCS #8, PEM. */
type NewSigningKey = { kid: string; privateKey: string };

/** Takes seconds on a busy machine: no transaction should be open meanwhile. */
export async function makeSigningKey(): Promise<NewSigningKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 });
  return { kid: randomUUID(), privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Adds a key that signs at once, unless there is one: two processes that start at once must agree. */
export async function addFirstSigningKey(
  database: AuthDatabase,
  cipher: KeyCipher,
  transaction: Transaction,
  key: NewSigningKey,
): Promise<void> {
  const keys = await lockSigningKeys(database, transaction);
  if (keys.length === 0) await addSigningKey(database, cipher, transaction, key, 0);
}

async function addSigningKey(
  database: AuthDatabase,
  cipher: KeyCipher,
  transaction: Transaction,
  { kid, privateKey }: NewSigningKey,
  signsInSeconds: number,
): Promise<Date> {
  const insert = `
    insert into auth.signing_keys (kid, private_key, signs_from)
    values ($1, $2, now() + make_interval(secs => $3)) returning signs_from as "signsFrom"`;
  const values = [kid, cipher.seal(kid, privateKey), signsInSeconds];
  return oneRow(await database.query<{ signsFrom: Date }>(transaction, insert, values)).signsFrom;
}

/**
 * Publishes the key; until it signs, the old one does. Drops those whose tokens have all expired.
 * @returns when it signs
 * @throws ExplainedError where one is published already that doesn't sign yet, or the keys aren't stored as the cipher does it: the
 * service couldn't open the new one
 */
export async function rotateSigningKey(
  database: AuthDatabase,
  cipher: KeyCipher,
  transaction: Transaction,
  key: NewSigningKey,
  signsInSeconds: number,
): Promise<Date> {
  const keys = await lockSigningKeys(database, transaction);
  if (keys.some(({ state }) => state === 'published'))
    throw new ExplainedError('a new key is published already and does not sign yet');
  if (!keys.every(({ kid, sealed }) => cipher.open(kid, sealed) && cipher.isSealed(kid, sealed))) {
    throw new ExplainedError(
      'AUTH_KEY_ENCRYPTION_KEY: is not yet what the service stores its keys under; restart it with it',
    );
  }
  const retired = keys.filter(({ state }) => state === 'retired').map(({ kid }) => kid);
  await database.query(transaction, 'delete from auth.signing_keys where kid = any($1)', [retired]);
  return addSigningKey(database, cipher, transaction, key, keys.length === 0 ? 0 : signsInSeconds);
}
