import { createLocalJWKSet, errors } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { ApiError } from '../proto/errors.ts';
import { isSafeAddress } from './trusted-issuers.ts';

const freshMs = 300_000;
const staleMs = 86_400_000;
const retryMs = 5_000;
const timeoutMs = 2_000;

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.string().refine(isSafeAddress) });
const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/**
 * The keys that an issuer publishes. They are fetched again after five minutes, and for a key that is not among them, though not again
 * within 5 seconds. While the issuer can't be reached, those of the last 24 hours serve.
 * @throws ApiError service_unavailable
 */
export function createIssuerKeys(issuer: string, now = () => performance.now()): JWTVerifyGetKey {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let fetchedAt = -Infinity;
  let triedAt = -Infinity;
  let fetching: Promise<void> | undefined;
  let failure: unknown;

  const fetchKeys = async () => {
    try {
      const found = metadataSchema.parse(await get(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`));
      if (found.issuer !== issuer) throw new Error(`its metadata are those of ${found.issuer}`);
      keys = createLocalJWKSet(keysSchema.parse(await get(found.jwks_uri)));
      fetchedAt = now();
    } catch (error) {
      failure = error;
    }
  };
  const refresh = async () => {
    if (!fetching && now() - triedAt < retryMs) return;
    triedAt = now();
    fetching ??= fetchKeys().finally(() => (fetching = undefined));
    await fetching;
  };
  return async (header, token) => {
    if (now() - fetchedAt > freshMs) await refresh();
    if (!keys || now() - fetchedAt > staleMs) throw new ApiError('service_unavailable', { cause: failure });
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh();
      return keys(header, token);
    }
  };
}

async function get(address: string): Promise<unknown> {
  const headers = { Accept: 'application/json' };
  const response = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}
