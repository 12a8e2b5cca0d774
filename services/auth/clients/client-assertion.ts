import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { ApiError } from '../../../proto/errors.ts';
import type { AuthDatabase } from '../database.ts';

const longestSeconds = 300;
/** Seconds by which the clock of a client may differ: FAPI 2.0 asks for 10. */
const clockTolerance = 10;

/**
 * Takes an assertion of RFC 7523 once: signed by one of the keys, for one of the audiences, for five minutes at most.
 * @throws ApiError invalid_client
 */
export async function takeAssertion(
  database: AuthDatabase,
  assertion: string,
  { clientId, audiences, callId, publicKeys }: AssertionFor,
  signal: AbortSignal,
): Promise<void> {
  const expected = {
    ...{ issuer: clientId, subject: clientId, audience: audiences, clockTolerance },
    algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    requiredClaims: ['exp', 'jti'],
  };
  const payload = await verifiedByOne(assertion, publicKeys, expected);
  const { exp = 0, jti, iat } = payload ?? {};
  const now = Date.now() / 1_000;
  const lives = exp - Math.min(now + clockTolerance, iat ?? Infinity);
  if (!payload || typeof jti !== 'string' || !isId(jti) || lives > longestSeconds) throw refused('wrong_assertion');
  const values = [clientId, jti, new Date((exp + 2 * clockTolerance) * 1_000).toISOString(), callId];
  const [first] = await database.query(signal, markUsed, values);
  if (!first) throw refused('used_assertion');
}

type AssertionFor = { clientId: string; audiences: string[]; callId: string; publicKeys: string[] };

/** A weak or broken key verifies nothing. */
async function verifiedByOne(assertion: string, publicKeys: string[], expected: object) {
  for (const publicKey of publicKeys) {
    const verify = async () => jwtVerify(assertion, createPublicKey(publicKey), expected);
    const verified = await verify().catch(() => undefined);
    if (verified) return verified.payload;
  }
  return undefined;
}

function refused(reason: string): ApiError {
  const message = `The client assertion is not valid: a key of the application signs it, for this address, for five minutes at most, and it is used once. The clock of its sender may differ by ${clockTolerance} seconds.`;
  return new ApiError('invalid_client', { reason, message });
}

function isId(jti: string): boolean {
  return jti.length > 0 && jti.length <= 500 && jti.isWellFormed() && !jti.includes('\0');
}

const markUsed = `
  with ended as (delete from auth.used_assertions where expires_at < now())
  insert into auth.used_assertions as used values ($1, $2, $3, $4)
  on conflict (client_id, assertion_id) do update set call_id = used.call_id where used.call_id = excluded.call_id
  returning assertion_id`;
