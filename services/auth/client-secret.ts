import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A new client secret: `crs_`, 43 characters of 256 random bits, and six of a checksum, so that whoever searches for
 * leaked secrets can tell one by /crs_[0-9A-Za-z]{49}/ and its checksum.
 */
export function createClientSecret(): string {
  const random = Array.from({ length: 43 }, () => base62[randomInt(62)]).join('');
  return `crs_${random}${checksum(random)}`;
}

/**
 * The hash that a client secret is stored as. Secrets are long and random, so a fast hash is enough; the client id
 * salts it, so that equal secrets of two clients don't show.
 */
export function hashClientSecret(clientId: string, clientSecret: string): Buffer {
  return createHmac('sha256', clientId).update(clientSecret).digest();
}

/** No more are valid at a time: the one in use, and the one that replaces it. */
export const maxValidSecrets = 2;

/**
 * The one of these that the secret is. Takes the same time however many they are, none being what an unknown client
 * has.
 */
export function matchClientSecret<Secret extends { hash: Buffer }>(
  clientId: string,
  clientSecret: string,
  secrets: Secret[],
): Secret | undefined {
  const given = hashClientSecret(clientId, clientSecret);
  let match: Secret | undefined;
  for (let index = 0; index < maxValidSecrets; index += 1) {
    const same = timingSafeEqual(given, secrets[index]?.hash ?? nobodysHash);
    if (same) match = secrets[index];
  }
  return match;
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const nobodysHash = Buffer.alloc(32);

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
