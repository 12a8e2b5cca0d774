import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { ListSigningKeysResponse__Output } from '../../../proto/generated/clientreporting/auth/ListSigningKeysResponse.ts';
import type { AuthDatabase } from '../database.ts';
import type { KeyCipher } from './key-cipher.ts';
import { addFirstSigningKey, makeSigningKey, readSigningKeys } from './stored-signing-keys.ts';

export type SigningKeys = {
  /**
   * The public half of every key that a token may be signed with: it will sign, signs, or has signed what hasn't expired
   * yet. Private halves that are stored otherwise than the cipher does it now are encrypted again.
   * @throws ExplainedError where the cipher can't open one
   */
  list: (signal: AbortSignal) => Promise<ListSigningKeysResponse__Output>;
  current: (signal: AbortSignal) => Promise<SigningKey>;
};

type SigningKey = { kid: string; privateKey: KeyObject };

/** Creates the first key. */
export function openSigningKeys(database: AuthDatabase, cipher: KeyCipher): SigningKeys {
  let opened: { sealed: string; privateKey: KeyObject } | undefined;
  let making: Promise<void> | undefined;

  const makeFirst = async () => {
    const key = await makeSigningKey();
    await database.transaction((transaction) => addFirstSigningKey(database, cipher, transaction, key));
  };
  const current = async (signal: AbortSignal): Promise<SigningKey> => {
    const keys = await readSigningKeys(database, signal);
    // Another process' first key may sign from a moment after this was read.
    const key = keys.find(({ state }) => state === 'signing') ?? keys[0];
    if (!key) {
      making ??= makeFirst().finally(() => (making = undefined));
      await making;
      return current(signal);
    }
    const { kid, sealed } = key;
    if (opened?.sealed !== sealed) opened = { sealed, privateKey: createPrivateKey(cipher.open(kid, sealed)) };
    return { kid, privateKey: opened.privateKey };
  };
  return {
    current,
    list: async (signal) => {
      await current(signal);
      const keys = [];
      for (const { kid, sealed, state } of await readSigningKeys(database, signal)) {
        const privateKey = cipher.open(kid, sealed);
        if (!cipher.isSealed(kid, sealed)) {
          const replace = 'update auth.signing_keys set private_key = $2 where kid = $1';
          await database.query(signal, replace, [kid, cipher.seal(kid, privateKey)]);
        }
        const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
        if (state !== 'retired') keys.push({ kid, publicKey });
      }
      return { keys };
    },
  };
}
