import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { pepperedHashes } from './pepper.ts';

/** `crs_`, 43 characters of 256 random bits, and six of a checksum, by which scanners tell a leaked secret. */
export function createClientSecret(): string {
  const random = Array.from({ length: 43 }, () => base62[randomInt(62)]).join('');
  return `crs_${random}${checksum(random)}`;
}

/** The hash of a generated secret, which can't be guessed. The client id salts it, so that equal secrets of two clients don't show. */
export function hashClientSecret(clientId: string, clientSecret: string): Buffer {
  return createHmac('sha256', clientId).update(clientSecret).digest();
}

/**
 * What a secret may be stored as, a new one as the first of these. One of another form than the generated one may be guessed, so its hash
 * depends on a pepper.
 */
export function secretHashes(clientId: string, clientSecret: string, peppers: Buffer[]): Buffer[] {
  if (isGenerated(clientSecret)) return [hashClientSecret(clientId, clientSecret)];
  return pepperedHashes(peppers, clientId, clientSecret);
}

/** No more are valid at a time: the one in use, and the one that replaces it. */
export const maxValidSecrets = 2;

/** The one of these that the secret is. Computes the same for a client without secrets, as an unknown one is, as for one with two. */
export function matchClientSecret<Secret extends { hash: Buffer }>(
  clientId: string,
  clientSecret: string,
  secrets: Secret[],
  peppers: Buffer[],
): Secret | undefined {
  const hashes = secretHashes(clientId, clientSecret, peppers);
  let match: Secret | undefined;
  for (let index = 0; index < maxValidSecrets; index += 1) {
    const secret = secrets[index];
    for (const hash of hashes) {
      const stored = secret?.hash.length === hash.length ? secret.hash : Buffer.alloc(hash.length);
      if (timingSafeEqual(hash, stored)) match = secret;
    }
  }
  return match;
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Whether it has the form of a generated one, its checksum included. */
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
