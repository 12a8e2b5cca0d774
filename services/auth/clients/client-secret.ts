import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createSlowHash, hasCurrentCost, isSlowHash, isSlowHashOf, slowHashOfNothing } from './slow-hash.ts';

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
 * What a secret given from outside is stored as. One of the generated form keeps the fast hash; any other may be guessed,
 * so it gets a slow one.
 * @param stored what the client has; returned where it is that of this secret
 */
export async function hashGivenSecret(clientId: string, clientSecret: string, stored?: Buffer): Promise<Buffer> {
  if (isGenerated(clientSecret)) return hashClientSecret(clientId, clientSecret);
  if (stored && hasCurrentCost(stored) && (await isSlowHashOf(stored, clientSecret))) return stored;
  return createSlowHash(clientSecret);
}

/** No more are valid at a time: the one in use, and the one that replaces it. */
export const maxValidSecrets = 2;

/**
 * The one of these that the secret is. The time it takes depends on the form of the secret alone, not on how many there
 * are, none being what an unknown client has, nor on how they are stored. Of those that are valid at most one is given.
 * @param slowly runs the slow hash
 */
export async function matchClientSecret<Secret extends { hash: Buffer }>(
  clientId: string,
  clientSecret: string,
  secrets: Secret[],
  slowly: (work: () => Promise<boolean>) => Promise<boolean> = (work) => work(),
): Promise<Secret | undefined> {
  // Whatever the form: an import of an earlier version stored every secret by the fast hash.
  const match = matchFastHash(hashClientSecret(clientId, clientSecret), secrets);
  if (isGenerated(clientSecret)) return match;
  const slow = secrets.find(({ hash }) => isSlowHash(hash));
  const same = await slowly(() => isSlowHashOf(slow?.hash ?? slowHashOfNothing, clientSecret));
  return same ? slow : match;
}

function matchFastHash<Secret extends { hash: Buffer }>(given: Buffer, secrets: Secret[]): Secret | undefined {
  let match: Secret | undefined;
  for (let index = 0; index < maxValidSecrets; index += 1) {
    const secret = secrets[index];
    const hash = secret?.hash.length === given.length ? secret.hash : fastHashOfNothing;
    if (timingSafeEqual(given, hash)) match = secret;
  }
  return match;
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const fastHashOfNothing = Buffer.alloc(32);

function isGenerated(clientSecret: string): boolean {
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
