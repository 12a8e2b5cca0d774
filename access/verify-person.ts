import { jwtVerify } from 'jose';
import * as z from 'zod';
import { ApiError } from '../proto/errors.ts';
import { createIssuerKeys } from './issuer-keys.ts';
import type { TrustedIssuer } from '../runtime/trusted-issuers.ts';

/** What a token of a trusted issuer says. */
export type PersonClaims = Readonly<{ externalId: string; exp: number }>;

/** Asymmetric ones only: an HMAC's key would be one that is published. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** The claim without its prefix; no NUL and no lone surrogate, which Postgres refuses. */
const nameSchema = z
  .string()
  .min(1)
  .max(500)
  .refine((name) => name.isWellFormed() && !name.includes('\0'));

/** Verifies tokens of one issuer. @throws ApiError invalid_token, unauthorized, service_unavailable */
export function createPersonVerifier(
  { issuer, audience, claim, prefix, type }: TrustedIssuer,
  now = () => performance.now(),
) {
  const keys = createIssuerKeys(issuer, now);
  return async (token: string): Promise<PersonClaims> => {
    const options = { issuer, audience, algorithms, typ: type, requiredClaims: ['exp'], clockTolerance: 5 };
    const { payload } = await jwtVerify(token, keys, options).catch((error: unknown) => {
      throw error instanceof ApiError ? error : new ApiError('invalid_token', { cause: error });
    });
    // A person may write any address; only one that the issuer has verified names somebody.
    const isProven = claim !== 'email' || payload.email_verified === true;
    const name = nameSchema.safeParse(payload[claim]);
    if (!name.success || !isProven) throw new ApiError('unauthorized');
    return { externalId: prefix + name.data, exp: payload.exp ?? 0 };
  };
}
