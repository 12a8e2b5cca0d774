import type { Transaction } from 'sequelize';
import { StartError } from '../../../runtime/process/program.ts';
import type { AuthDatabase } from '../database.ts';
import type { KeyCipher } from './key-cipher.ts';
import { addSigningKey, lockSigningKeys, readSigningKeys } from './stored-signing-keys.ts';

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
  await database.select(transaction, 'delete from auth.signing_keys where kid = any($1)', [retired]);
  return addSigningKey(database, cipher, transaction, keys.length === 0 ? 0 : signsInSeconds);
}
