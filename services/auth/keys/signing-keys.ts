import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Transaction } from 'sequelize';
import type { ListSigningKeysResponse__Output } from '../../../proto/generated/clientreporting/auth/ListSigningKeysResponse.ts';
import type { AuthDatabase } from '../database.ts';
import type { KeyCipher } from './key-cipher.ts';
import { addSigningKey, lockSigningKeys, readSigningKeys } from './stored-signing-keys.ts';
import type { StoredSigningKey } from './stored-signing-keys.ts';

export type SigningKeys = {
  /**
   * The public half of every key that a token may be signed with: it will sign, signs, or has signed what hasn't expired
   * yet. Private halves that are stored otherwise than the cipher does it now are encrypted again.
   * @throws StartError where the cipher can't open one
   */
  list: (signal: AbortSignal) => Promise<ListSigningKeysResponse__Output>;
  current: (transaction: Transaction) => Promise<{ kid: string; privateKey: KeyObject }>;
};

/** The signing keys as a process uses them that issues tokens of this lifetime. Makes the first where there is none. */
export function openSigningKeys(database: AuthDatabase, cipher: KeyCipher, tokenLifetimeSeconds: number): SigningKeys {
  let opened: { sealed: string; privateKey: KeyObject } | undefined;

  const current = async (transaction: Transaction) => {
    const { kid, sealed, longestTokenSeconds } = await signingKey(database, cipher, transaction);
    if (opened?.sealed !== sealed) opened = { sealed, privateKey: createPrivateKey(cipher.open(kid, sealed)) };
    const { privateKey } = opened;
    // It verifies until the last of its tokens has expired.
    if (longestTokenSeconds < tokenLifetimeSeconds) {
      const lengthen = 'update auth.signing_keys set longest_token_seconds = $2 where kid = $1';
      await database.query(transaction, lengthen, [kid, tokenLifetimeSeconds]);
    }
    return { kid, privateKey };
  };
  return {
    current,
    list: (signal) =>
      database.transaction(signal, async (transaction) => {
        await current(transaction);
        const keys = [];
        for (const { kid, sealed, state } of await readSigningKeys(database, transaction)) {
          const privateKey = cipher.open(kid, sealed);
          if (!cipher.isSealed(kid, sealed)) {
            const replace = 'update auth.signing_keys set private_key = $2 where kid = $1';
            await database.query(transaction, replace, [kid, cipher.seal(kid, privateKey)]);
          }
          const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
          if (state !== 'retired') keys.push({ kid, publicKey });
        }
        return { keys };
      }),
  };
}

async function signingKey(
  database: AuthDatabase,
  cipher: KeyCipher,
  transaction: Transaction,
): Promise<StoredSigningKey> {
  const key = (await readSigningKeys(database, transaction)).find(({ state }) => state === 'signing');
  if (key) return key;
  // Two processes that start at once must agree on one key: the other's, which may sign from a moment after we began.
  await lockSigningKeys(database, transaction);
  const [first] = await readSigningKeys(database, transaction);
  if (first) return first;
  await addSigningKey(database, cipher, transaction, 0);
  return signingKey(database, cipher, transaction);
}
