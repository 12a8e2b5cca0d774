import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ApiError } from '../proto/errors.ts';
import type { CallOptions } from '../runtime/grpc/rpc-call.ts';
import type { ObserveMemory } from './access-metrics.ts';
import type { AccessConfig } from './settings.ts';
import type { SigningKeys } from './signing-keys.ts';

const claimsSchema = z.object({
  client_id: z.string(),
  sub: z.string().optional(),
  grant_type: z.string(),
  jti: z.string(),
  generation: z.int().min(0).max(4_294_967_295).default(0),
  exp: z.number(),
});

export type Claims = Readonly<z.infer<typeof claimsSchema> & { sub: string }>;

type ExpectedClaims = Pick<AccessConfig, 'TOKEN_ISSUER' | 'TOKEN_AUDIENCE'>;

/** The claims of a token. @throws ApiError invalid_token, unauthorized, forbidden, service_unavailable */
export type Verifier = (token: string, call: CallOptions) => Promise<Claims>;

/** Verifies tokens, and remembers for seconds which ones it has: a signature costs 30 us. */
export function createVerifier(
  signingKeys: SigningKeys,
  config: ExpectedClaims,
  observe: ObserveMemory = () => undefined,
): Verifier {
  const verified = new LRUCache<string, Claims>({ max: 5_000, ttl: 5_000 });
  return async (token, call) => {
    const known = verified.get(token);
    // What expires while it is remembered is verified again, and refused.
    const holds = known !== undefined && known.exp * 1_000 > Date.now();
    observe('token', holds);
    if (holds) return known;
    const claims = await verify(token, signingKeys, config, call);
    verified.set(token, claims);
    return claims;
  };
}

async function verify(
  token: string,
  signingKeys: SigningKeys,
  { TOKEN_ISSUER, TOKEN_AUDIENCE }: ExpectedClaims,
  call: CallOptions,
): Promise<Claims> {
  const kid = kidOf(token);
  const key = kid === undefined ? undefined : await signingKeys(kid, call);
  if (!key) throw new ApiError('invalid_token');
  let claims;
  try {
    claims = claimsSchema.parse(
      jwt.verify(token, key, { algorithms: ['RS256'], issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE }),
    );
  } catch (error) {
    throw new ApiError('invalid_token', { cause: error });
  }
  if (!claims.sub) throw new ApiError('unauthorized');
  if (claims.grant_type !== 'client_credentials') {
    throw new ApiError('forbidden', { message: 'The token was not issued for the grant type client_credentials.' });
  }
  return { ...claims, sub: claims.sub };
}

function kidOf(token: string): string | undefined {
  try {
    return jwt.decode(token, { complete: true })?.header.kid;
  } catch {
    return undefined; // a payload that is no JSON
  }
}
