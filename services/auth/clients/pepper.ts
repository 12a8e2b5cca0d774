import { createHash, createHmac } from 'node:crypto';
import type { AuthDatabase } from '../database.ts';
import { ExplainedError } from '../../../runtime/explained-error.ts';

/**
 * The hashes of a given secret under each of these keys, which the database doesn't hold: `$hmac-sha256$k=KEY$HASH`, KEY being what names
 * the key.
 */
export function pepperedHashes(peppers: Buffer[], clientId: string, clientSecret: string): Buffer[] {
  return peppers.map((pepper) => {
    const hash = createHmac('sha256', pepper).update(`${clientId}\0${clientSecret}`).digest('base64');
    return Buffer.from(`${prefix}${nameOf(pepper)}$${hash.replaceAll('=', '')}`);
  });
}

/** @throws ExplainedError where a secret that is valid can't be recognized */
export async function requirePeppers(database: AuthDatabase, peppers: Buffer[], signal: AbortSignal): Promise<void> {
  const names = peppers.map(nameOf);
  const used = await database.query<{ name: string | null }>(signal, namesOfUsed, [prefix]);
  if (used.every(({ name }) => name !== null && names.includes(name))) return;
  throw new ExplainedError('AUTH_SECRET_PEPPER: lacks the key that client secrets are stored under');
}

const prefix = '$hmac-sha256$k=';

// Hashes of generated secrets have 32 bytes.
const namesOfUsed = `
  select distinct case when substring(secret_hash for length($1)) = convert_to($1, 'UTF8')
    then encode(substring(secret_hash from length($1) + 1 for 8), 'escape') end as name
  from auth.client_secrets
  where length(secret_hash) <> 32 and (expires_at is null or expires_at > now())`;

function nameOf(pepper: Buffer): string {
  return createHash('sha256').update(pepper).digest('hex').slice(0, 8);
}
