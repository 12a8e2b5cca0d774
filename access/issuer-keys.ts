import { createLocalJWKSet, errors } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { ApiError } from '../proto/errors.ts';
import { isSafeAddress, metadataAddress } from './trusted-issuers.ts';

const freshMs = 300_000;
const staleMs = 86_400_000;
const retryMs = 5_000;
const timeoutMs = 2_000;
const maxLength = 262_144;

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.string().refine(isSafeAddress) });
const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/**
 * The keys that an issuer publishes. They are fetched again after five minutes, and for a key that is not among them, though not again
 * within 5 seconds. While the issuer fails, those of the last 24 hours serve, and no request waits for it.
 * @throws ApiError service_unavailable
 */
export function createIssuerKeys(issuer: string, now: () => number): JWTVerifyGetKey {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let fetchedAt = -Infinity;
  let triedAt = -Infinity;
  let fetching: Promise<void> | undefined;
  let failure: unknown;

  const fetchKeys = async () => {
    const get = getWithin(AbortSignal.timeout(timeoutMs));
    try {
      const found = metadataSchema.parse(await get(metadataAddress(issuer)));
      if (found.issuer !== issuer) throw new Error(`its metadata are those of ${found.issuer}`);
      keys = createLocalJWKSet(keysSchema.parse(await get(found.jwks_uri)));
      fetchedAt = now();
      failure = undefined;
    } catch (error) {
      failure = error;
    }
  };
  const refresh = async () => {
    if (!fetching && now() - triedAt >= retryMs) {
      triedAt = now();
      fetching = fetchKeys().finally(() => (fetching = undefined));
    }
    if (!keys || failure === undefined) await fetching;
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

function getWithin(signal: AbortSignal) {
  return async (address: string): Promise<unknown> => {
    const response = await fetch(address, { headers: { Accept: 'application/json' }, redirect: 'error', signal });
    let text = '';
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (text.length > maxLength) throw new Error(`${address} answered more than ${maxLength} characters`);
    }
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return JSON.parse(text);
  };
}
