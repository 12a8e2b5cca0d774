import { LRUCache } from 'lru-cache';
import { ApiError } from '../proto/errors.ts';
import type { GetAccountRequest__Output } from '../proto/generated/clientreporting/auth/GetAccountRequest.ts';
import type { GetAccountResponse__Output } from '../proto/generated/clientreporting/auth/GetAccountResponse.ts';
import type { CallOptions } from '../runtime/grpc/rpc-call.ts';
import type { AuthClient } from './settings.ts';
import type { PersonClaims } from './verify-person.ts';
import type { Claims } from './verify-token.ts';

/**
 * What the holder of a token with these claims may read now; else its refusal is thrown. Both are cached for 0.9 seconds, so that a change is in
 * force within one where auth answers at once, and within three where a call takes as long as it may. A failure is not cached.
 */
export function createAccounts(auth: AuthClient) {
  const answers = new LRUCache<string, GetAccountResponse__Output | ApiError, Context>({
    max: 50_000,
    ttl: 900,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => answerOf(auth, context),
  });
  return async (claims: Claims | PersonClaims, call: CallOptions): Promise<GetAccountResponse__Output> => {
    const request = requestOf(claims);
    const answer = await answers.forceFetch(JSON.stringify(request), { context: { request, call } });
    if (answer instanceof ApiError) throw answer;
    return answer;
  };
}

type Context = { request: GetAccountRequest__Output; call: CallOptions };

function requestOf(claims: Claims | PersonClaims): GetAccountRequest__Output {
  if ('externalId' in claims) return { ...noToken, externalId: claims.externalId };
  const { client_id: clientId, sub: userId, jti: tokenId, generation: tokenGeneration } = claims;
  return { clientId, userId, tokenId, tokenGeneration, externalId: '' };
}

const noToken = { clientId: '', userId: '', tokenId: '', tokenGeneration: 0 };

/** An answer of auth; a refusal is one too. @throws ApiError when auth does not answer */
async function answerOf(auth: AuthClient, { request, call: { requestId } }: Context) {
  try {
    // Without the caller: others may wait for the same answer.
    return await auth.GetAccount(request, { requestId });
  } catch (error) {
    const refusal = ApiError.from(error);
    if (refusal.http >= 500) throw refusal;
    return refusal;
  }
}
