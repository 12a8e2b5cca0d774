import { createPublicKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { query } from './postgres/database.ts';

export type SigningKey = { kid: string; privateKey: string; publicKey: string };

/** The key that auth signs with. */
export async function signingKeyOf(databaseUrl: string): Promise<SigningKey> {
  const [row] = await query<{ kid: string; private_key: string }>(
    databaseUrl,
    'select kid, private_key from auth.signing_keys order by created_at desc limit 1',
  );
  if (!row) throw new Error('auth has no signing key');
  const publicKey = createPublicKey(row.private_key).export({ type: 'spki', format: 'pem' }).toString();
  return { kid: row.kid, privateKey: row.private_key, publicKey };
}

/** The claims of a good token, which expires in an hour. */
export function claimsFor(companyId: string) {
  const now = Math.floor(Date.now() / 1_000);
  return {
    iss: 'client-reporting-api',
    aud: 'client-reporting-api',
    sub: `${companyId}-user`,
    client_id: `${companyId}-client`,
    grant_type: 'client_credentials',
    generation: 0,
    jti: 'forged',
    iat: now,
    exp: now + 3_600,
  };
}

/** A token with these claims, signed as auth signs by default. */
export function forge(key: SigningKey, claims: object, options: jwt.SignOptions = {}): string {
  return jwt.sign(claims, key.privateKey, { algorithm: 'RS256', keyid: key.kid, ...options });
}
