import { LRUCache } from 'lru-cache';
import { ApiError } from '../proto/errors.ts';
import type { GetAccountRequest__Output } from '../proto/generated/clientreporting/auth/GetAccountRequest.ts';
import type { GetAccountResponse__Output } from '../proto/generated/clientreporting/auth/GetAccountResponse.ts';
import type { CallOptions } from '../runtime/grpc/rpc-call.ts';
import type { AccessConfig, AuthClient } from './settings.ts';
import type { PersonClaims } from './verify-person.ts';
import type { Claims } from './verify-token.ts';

/** Caches the account or the refusal for less than 5 seconds, the longest call to auth included; a failure is not cached. */
export function createAccounts(auth: AuthClient, { times }: AccessConfig) {
  const answers = new LRUCache<string, GetAccountResponse__Output | ApiError, Context>({
    max: 50_000,
    ttl: 5_000 - times.authDeadlineMs,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => answerOf(auth, context),
  });
  return {
    /** What the holder of a token with these claims may read now; else its refusal is thrown. */
    accountOf: async (claims: Claims | PersonClaims, call: CallOptions): Promise<GetAccountResponse__Output> => {
      const request = requestOf(claims);
      const answer = await answers.forceFetch(JSON.stringify(request), { context: { request, call } });
      if (answer instanceof ApiError) throw answer;
      return answer;
    },
    /** Empties the cache. What calls that run answer is not kept. */
    forget: () => answers.clear(),
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
