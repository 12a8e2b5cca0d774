import { generateKeyPair, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Transaction } from 'sequelize';
import { StartError } from '../../../runtime/process/start-error.ts';
import type { AuthDatabase } from '../database.ts';
import type { KeyCipher } from './key-cipher.ts';

export type StoredSigningKey = {
  kid: string;
  /** PKCS #8, PEM, as the cipher seals it. */
  sealed: string;
  createdAt: Date;
  signsFrom: Date;
  /** Null while no other is to follow it. */
  signsUntil: Date | null;
  verifiesUntil: Date | null;
  longestTokenSeconds: number;
  state: 'published' | 'signing' | 'verifying' | 'retired';
};

/** All of them, in the order in which they sign. */
export function readSigningKeys(database: AuthDatabase, transaction: Transaction): Promise<StoredSigningKey[]> {
  return database.query(
    transaction,
    `select kid, private_key as sealed, created_at as "createdAt", signs_from as "signsFrom",
       signs_until as "signsUntil", verifies_until as "verifiesUntil",
       longest_token_seconds as "longestTokenSeconds", state
     from auth.signing_key_states order by signs_from, kid`,
  );
}

/** Lets no other transaction add or delete keys until this one ends. */
export async function lockSigningKeys(database: AuthDatabase, transaction: Transaction): Promise<void> {
  await database.query(transaction, 'lock table auth.signing_keys in share row exclusive mode');
}

/** Adds a new key, which signs after so many seconds. */
export async function addSigningKey(
  database: AuthDatabase,
  cipher: KeyCipher,
  transaction: Transaction,
  signsInSeconds: number,
): Promise<string> {
  const kid = randomUUID();
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 });
  const sealed = cipher.seal(kid, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  await database.query(
    transaction,
    `insert into auth.signing_keys (kid, private_key, signs_from, longest_token_seconds)
     values ($1, $2, now() + make_interval(secs => $3), 0)`,
    [kid, sealed, signsInSeconds],
  );
  return kid;
}

/**
 * Publishes a new key, which signs in so many seconds; until then the old one does. Drops those whose tokens have all
 * expired.
 * @returns its kid; undefined where one is published already that doesn't sign yet
 * @throws StartError where the keys aren't stored as the cipher does it: the service couldn't open the new one
 */
export async function rotateSigningKey(
  database: AuthDatabase,
  cipher: KeyCipher,
  transaction: Transaction,
  signsInSeconds: number,
): Promise<string | undefined> {
  await lockSigningKeys(database, transaction);
  const keys = await readSigningKeys(database, transaction);
  if (keys.some(({ state }) => state === 'published')) return undefined;
  if (!keys.every(({ kid, sealed }) => cipher.open(kid, sealed) && cipher.isSealed(kid, sealed))) {
    throw new StartError(
      'AUTH_KEY_ENCRYPTION_KEY: is not yet what the service stores its keys under; restart it with it',
    );
  }
  const retired = keys.filter(({ state }) => state === 'retired').map(({ kid }) => kid);
  await database.query(transaction, 'delete from auth.signing_keys where kid = any($1)', [retired]);
  return addSigningKey(database, cipher, transaction, keys.length === 0 ? 0 : signsInSeconds);
}
