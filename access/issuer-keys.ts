import { createLocalJWKSet, errors } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { createKeyCache } from './key-cache.ts';
import { isSafeAddress, metadataAddress } from './trusted-issuers.ts';

const timeoutMs = 2_000;

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.string().refine(isSafeAddress) });
const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** The keys that an issuer publishes. @throws ApiError service_unavailable */
export function createIssuerKeys(issuer: string, now: () => number): JWTVerifyGetKey {
  const fetchKeys = async () => {
    const get = getWithin(AbortSignal.timeout(timeoutMs));
    const found = metadataSchema.parse(await get(metadataAddress(issuer)));
    if (found.issuer !== issuer) throw new Error(`its metadata name the issuer ${found.issuer}`);
    const keys = createLocalJWKSet(keysSchema.parse(await get(found.jwks_uri)));
    return (...token: Parameters<JWTVerifyGetKey>) =>
      keys(...token).catch((error: unknown) => {
        if (error instanceof errors.JWKSNoMatchingKey) return undefined;
        throw error;
      });
  };
  const keys = createKeyCache<Parameters<JWTVerifyGetKey>, Awaited<ReturnType<JWTVerifyGetKey>>>(fetchKeys, { now });
  return async (...token) => {
    const key = await keys(...token);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
}

function getWithin(signal: AbortSignal) {
  return async (address: string): Promise<unknown> => {
    const response = await fetch(address, { headers: { Accept: 'application/json' }, redirect: 'error', signal });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return response.json();
  };
}
