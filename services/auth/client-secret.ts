import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The hash that a client secret is stored as. Secrets are long and random, so a fast hash is enough; the client id
 * salts it, so that equal secrets of two clients don't show.
 */
export function hashClientSecret(clientId: string, clientSecret: string): Buffer {
  return createHmac('sha256', clientId).update(clientSecret).digest();
}

/** Whether the secret has the hash. Takes the same time without a hash, which is what an unknown client has. */
export function matchesClientSecret(clientId: string, clientSecret: string, hash: Buffer | undefined): boolean {
  const given = hashClientSecret(clientId, clientSecret);
  const same = timingSafeEqual(given, hash ?? nobodysHash);
  return same && hash !== undefined;
}

const nobodysHash = Buffer.alloc(32);
