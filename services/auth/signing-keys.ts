import { createPrivateKey, createPublicKey, generateKeyPair, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Transaction } from 'sequelize';
import type { ListSigningKeysResponse__Output } from '../../proto/generated/clientreporting/auth/ListSigningKeysResponse.ts';
import { SigningKey } from './database.ts';
import type { AuthDatabase } from './database.ts';

/** The public half of every signing key. Makes the first one where there is none. */
export async function listSigningKeys(
  database: AuthDatabase,
  signal: AbortSignal,
): Promise<ListSigningKeysResponse__Output> {
  return database.transaction(signal, async (transaction) => {
    await currentSigningKey(transaction);
    const keys = await SigningKey.findAll({ order: ['createdAt'], transaction });
    return {
      keys: keys.map(({ kid, privateKey }) => ({
        kid,
        publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
      })),
    };
  });
}

/** The key that new tokens are signed with: the newest. Makes the first one where there is none. */
export async function currentSigningKey(transaction: Transaction): Promise<{ kid: string; privateKey: KeyObject }> {
  const { kid, privateKey } = (await newestSigningKey(transaction)) ?? (await createFirstSigningKey(transaction));
  return { kid, privateKey: createPrivateKey(privateKey) };
}

function newestSigningKey(transaction: Transaction): Promise<SigningKey | null> {
  return SigningKey.findOne({ order: [['createdAt', 'DESC']], transaction });
}

async function createFirstSigningKey(transaction: Transaction): Promise<SigningKey> {
  // Two auth processes that start at once must agree on one key.
  await SigningKey.sequelize?.query('lock table auth.signing_keys in share row exclusive mode', { transaction });
  const existing = await newestSigningKey(transaction);
  if (existing) return existing;
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 });
  return SigningKey.create(
    { kid: randomUUID(), privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
    { transaction },
  );
}
