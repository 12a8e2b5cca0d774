import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ExplainedError } from '../../../runtime/explained-error.ts';

export type KeyCipher = ReturnType<typeof createKeyCipher>;

/**
 * AES-256-GCM with the `kid` as additional data, so that no stored key can stand in for another. The first of the keys
 * encrypts, all decrypt; without any, private keys are stored as they are.
 */
export function createKeyCipher(keys: Buffer[]) {
  const [first] = keys;
  return {
    seal: (kid: string, privateKey: string): string => (first ? encrypt(first, kid, privateKey) : privateKey),
    /** @throws ExplainedError which names the setting */
    open: (kid: string, stored: string): string => {
      if (!stored.startsWith(prefix)) return stored;
      if (keys.length === 0)
        throw new ExplainedError(`AUTH_KEY_ENCRYPTION_KEY: is not set, but signing key ${kid} is encrypted`);
      for (const key of keys) {
        const privateKey = decrypt(key, kid, stored);
        if (privateKey !== undefined) return privateKey;
      }
      throw new ExplainedError(`AUTH_KEY_ENCRYPTION_KEY: is not what signing key ${kid} was encrypted under`);
    },
    /** Whether it is stored as `seal` does it now. */
    isSealed: (kid: string, stored: string): boolean =>
      first ? stored.startsWith(prefix) && decrypt(first, kid, stored) !== undefined : !stored.startsWith(prefix),
  };
}

const algorithm = 'aes-256-gcm';
const prefix = `${algorithm}.`;

function encrypt(key: Buffer, kid: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(kid));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return prefix + [iv, encrypted, cipher.getAuthTag()].map((part) => part.toString('base64url')).join('.');
}

function decrypt(key: Buffer, kid: string, stored: string): string | undefined {
  const [iv, encrypted, tag] = stored
    .slice(prefix.length)
    .split('.')
    .map((part) => Buffer.from(part, 'base64url'));
  if (!iv || !encrypted || !tag) return undefined;
  try {
    const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: 16 })
      .setAAD(Buffer.from(kid))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
