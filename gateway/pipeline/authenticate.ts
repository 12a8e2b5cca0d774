import { createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { RequestHandler } from 'express';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ApiError } from '../../proto/errors.ts';
import type { AuthDefinition } from '../../proto/generated/clientreporting/auth/Auth.ts';
import type { CallOptions, RpcClient } from '../../runtime/rpc-client.ts';
import type { GatewayConfig } from '../config.ts';

type AuthClient = RpcClient<AuthDefinition>;

/**
 * The step that lets in who holds a valid access token, and notes the company that may be read with it.
 * A 401 carries the challenge of RFC 6750.
 */
export function authenticate(auth: AuthClient, config: GatewayConfig): RequestHandler {
  const signingKeys = createSigningKeys(auth);
  const verified = new LRUCache<string, Claims>({ max: 5_000, ttl: 5_000 });
  const accounts = createAccounts(auth, config);
  return async (request, response, next) => {
    const call = { requestId: response.locals.requestId };
    try {
      const token = bearerToken(request.headers.authorization);
      let claims = verified.get(token);
      // What expires while it is remembered is verified again, and refused.
      if (!claims || claims.exp * 1_000 <= Date.now()) {
        claims = await verify(token, signingKeys, config, call);
        verified.set(token, claims);
      }
      response.locals.companyId = await accounts(claims.client_id, claims.sub, call);
    } catch (error) {
      const { code, message } = ApiError.from(error);
      if (code === 'missing_token') response.set('WWW-Authenticate', 'Bearer');
      if (code === 'invalid_token' || code === 'unauthorized') {
        response.set('WWW-Authenticate', `Bearer error="invalid_token", error_description="${message}"`);
      }
      throw error;
    }
    next();
  };
}

function bearerToken(authorization: string | undefined): string {
  if (!authorization) throw new ApiError('missing_token');
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token === undefined) throw new ApiError('invalid_token');
  return token;
}

const claimsSchema = z.object({
  client_id: z.string(),
  sub: z.string().optional(),
  grant_type: z.string(),
  jti: z.string(),
  exp: z.number(),
});

type Claims = z.infer<typeof claimsSchema> & { sub: string };

async function verify(
  token: string,
  signingKeys: SigningKeys,
  { TOKEN_ISSUER, TOKEN_AUDIENCE }: GatewayConfig,
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

type SigningKeys = (kid: string, call: CallOptions) => Promise<KeyObject | undefined>;

const refetchMs = 5_000;
const freshMs = 300_000;

/** Auth's public keys by `kid`. An unknown one has them fetched anew, though not again within 5 seconds. */
function createSigningKeys(auth: AuthClient): SigningKeys {
  let keys = new Map<string, KeyObject>();
  let fetchedAt = -Infinity;
  let fetching: Promise<void> | undefined;

  const fetchKeys = async (call: CallOptions) => {
    const listed = await auth.ListSigningKeys({}, call);
    keys = new Map(listed.keys.map(({ kid, publicKey }) => [kid, createPublicKey(publicKey)]));
    fetchedAt = performance.now();
  };
  return async (kid, call) => {
    const ageMs = performance.now() - fetchedAt;
    if (ageMs > (keys.has(kid) ? freshMs : refetchMs)) {
      fetching ??= fetchKeys(call).finally(() => (fetching = undefined));
      await fetching;
    }
    return keys.get(kid);
  };
}

type Accounts = (clientId: string, userId: string, call: CallOptions) => Promise<string>;

/**
 * The company of an account, or the refusal that it meets. Either is remembered so that with the longest call
 * to auth it is never older than 5 seconds. A failure to learn it is not remembered.
 */
function createAccounts(auth: AuthClient, { AUTH_DEADLINE_MS }: GatewayConfig): Accounts {
  const cache = new LRUCache<string, { companyId: string } | ApiError, AccountCall>({
    max: 50_000,
    ttl: 5_000 - AUTH_DEADLINE_MS,
    fetchMethod: async (_key, _stale, { context: { clientId, userId, call } }) => {
      try {
        return await auth.GetAccount({ clientId, userId }, call);
      } catch (error) {
        const refusal = ApiError.from(error);
        if (refusal.code === 'service_unavailable' || refusal.code === 'internal_error') throw refusal;
        return refusal;
      }
    },
  });
  return async (clientId, userId, call) => {
    const account = await cache.fetch(JSON.stringify([clientId, userId]), { context: { clientId, userId, call } });
    if (account === undefined) throw new ApiError('service_unavailable');
    if (account instanceof ApiError) throw account;
    return account.companyId;
  };
}

type AccountCall = { clientId: string; userId: string; call: CallOptions };
