import { errors } from 'jose';
import type { JWK, JWTVerifyGetKey } from 'jose';
import * as z from 'zod';
import { createKeyCache } from './key-cache.ts';
import { isSafeAddress, metadataAddress } from '../runtime/trusted-issuers.ts';

const timeoutMs = 2_000;
const maxLength = 262_144;

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.string().refine(isSafeAddress) });
const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** The keys that an issuer publishes. A token has to name its key. @throws ApiError service_unavailable */
export function createIssuerKeys(issuer: string, now: () => number): JWTVerifyGetKey {
  const keyOf = createKeyCache(
    async () => {
      const signal = AbortSignal.timeout(timeoutMs);
      const metadata = metadataSchema.parse(await get(metadataAddress(issuer), signal));
      if (metadata.issuer !== issuer) throw new Error(`its metadata name the issuer ${metadata.issuer}`);
      const { keys } = keysSchema.parse(await get(metadata.jwks_uri, signal));
      return new Map((keys as JWK[]).flatMap((key) => (key.kid === undefined ? [] : [[key.kid, key] as const])));
    },
    { now },
  );
  return async ({ kid }) => {
    const key = kid === undefined ? undefined : await keyOf(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
}

async function get(address: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(address, { headers: { Accept: 'application/json' }, redirect: 'error', signal });
  let text = '';
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > maxLength) throw new Error(`${address} answered more than ${maxLength} characters`);
  }
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return JSON.parse(text);
}
