import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { pepperedHashes } from './pepper.ts';
import { createSlowHash, hasCurrentCost, isSlowHash, isSlowHashOf } from './slow-hash.ts';

/** `crs_`, 43 characters of 256 random bits, and six of a checksum, by which scanners tell a leaked secret. */
export function createClientSecret(): string {
  const random = Array.from({ length: 43 }, () => base62[randomInt(62)]).join('');
  return `crs_${random}${checksum(random)}`;
}

/** The fast hash, for long random secrets. The client id salts it, so that equal secrets of two clients don't show. */
export function hashClientSecret(clientId: string, clientSecret: string): Buffer {
  return createHmac('sha256', clientId).update(clientSecret).digest();
}

/**
 * What a secret given from outside is stored as. One of the generated form keeps the fast hash. Any other may be guessed:
 * it gets the fast hash under the first pepper, or without peppers a slow one.
 * @param stored what the client has; returned where it is that of this secret
 */
export async function hashGivenSecret(
  clientId: string,
  clientSecret: string,
  peppers: Buffer[],
  stored?: Buffer,
): Promise<Buffer> {
  if (isGenerated(clientSecret)) return hashClientSecret(clientId, clientSecret);
  const peppered = pepperedHashes(peppers, clientId, clientSecret);
  if (stored && peppered.some((hash) => hash.equals(stored))) return stored;
  if (stored && hasCurrentCost(stored) && (await isSlowHashOf(stored, clientSecret))) return stored;
  return peppered[0] ?? createSlowHash(clientSecret);
}

/** No more are valid at a time: the one in use, and the one that replaces it. */
export const maxValidSecrets = 2;

/**
 * The one of these that the secret is. A slow hash is computed only for a secret of another form than the generated one, where the
 * client has a slow hash, which one given secret at most has.
 * @param slowly runs the slow hash
 */
export async function matchClientSecret<Secret extends { hash: Buffer }>(
  clientId: string,
  clientSecret: string,
  secrets: Secret[],
  peppers: Buffer[] = [],
  slowly: (work: () => Promise<boolean>) => Promise<boolean> = (work) => work(),
): Promise<Secret | undefined> {
  // Whatever the form: an import of an earlier version stored every secret by the fast hash.
  const fast = [hashClientSecret(clientId, clientSecret), ...pepperedHashes(peppers, clientId, clientSecret)];
  const match = matchFastHash(fast, secrets);
  const slow = secrets.find(({ hash }) => isSlowHash(hash));
  if (match || !slow || isGenerated(clientSecret)) return match;
  return (await slowly(() => isSlowHashOf(slow.hash, clientSecret))) ? slow : undefined;
}

/** Takes as long for a client without secrets, as an unknown one is, as for one with two. */
function matchFastHash<Secret extends { hash: Buffer }>(given: Buffer[], secrets: Secret[]): Secret | undefined {
  let match: Secret | undefined;
  for (let index = 0; index < maxValidSecrets; index += 1) {
    const secret = secrets[index];
    for (const hash of given) {
      const stored = secret?.hash.length === hash.length ? secret.hash : Buffer.alloc(hash.length);
      if (timingSafeEqual(hash, stored)) match = secret;
    }
  }
  return match;
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Whether it has the form of a generated one, its checksum included. */
export function isGenerated(clientSecret: string): boolean {
  const [, random = '', sum] = /^crs_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(clientSecret) ?? [];
  return sum !== undefined && checksum(random) === sum;
}

/** CRC-32 in six digits of base 62. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < 6) {
    digits = `${base62[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
