import { LRUCache } from 'lru-cache';
import { ApiError } from '../proto/errors.ts';
import type { GetAccountRequest__Output } from '../proto/generated/clientreporting/auth/GetAccountRequest.ts';
import type { GetAccountResponse__Output } from '../proto/generated/clientreporting/auth/GetAccountResponse.ts';
import type { CallOptions } from '../runtime/grpc/rpc-call.ts';
import type { ObserveMemory } from './access-metrics.ts';
import { concerns } from './changes.ts';
import type { Change, Holder } from './changes.ts';
import type { AccessConfig, AuthClient } from './settings.ts';
import type { PersonClaims } from './verify-person.ts';
import type { Claims } from './verify-token.ts';

/**
 * Caches the company or the refusal for less than 5 seconds, the longest call to auth included; a failure is not cached. In the last third
 * of this time the next request has it asked again, and does not wait for the answer.
 */
export function createAccounts(auth: AuthClient, { times }: AccessConfig, observe: ObserveMemory) {
  /** The calls that run, without those whose answer a change has outdated. */
  const running = new Set<{ holder: Holder }>();
  const ask = async ({ claims, call }: Context): Promise<Known> => {
    const run = { holder: holderOf(claims) };
    let account;
    try {
      do {
        running.add(run);
        account = await accountOf(auth, { claims, call });
      } while (!running.delete(run));
    } finally {
      running.delete(run);
    }
    return { holder: holderOf(claims, account), account };
  };
  const askedAgain = new Set<string>();
  const ttl = 5_000 - times.authDeadlineMs;
  const accounts = new LRUCache<string, Known, Context>({
    max: 50_000,
    ttl,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => ask(context),
  });
  return {
    /** What the holder of a token with these claims may read now; else its refusal is thrown. */
    accountOf: async (claims: Claims | PersonClaims, call: CallOptions): Promise<GetAccountResponse__Output> => {
      const key = JSON.stringify(requestOf(claims));
      observe('account', accounts.has(key));
      const context = { claims, call };
      const { account } = await accounts.forceFetch(key, { context });
      if (accounts.getRemainingTTL(key) < ttl / 3 && !askedAgain.has(key)) {
        askedAgain.add(key);
        // Where this fails, the last answer still holds for the rest of its time.
        void ask(context)
          .then(
            (known) => accounts.set(key, known),
            () => undefined,
          )
          .finally(() => askedAgain.delete(key));
      }
      if (account instanceof ApiError) throw account;
      return account;
    },
    /** Drops what a change concerns from the cache. A running call for it is repeated. */
    forget: (change: Change) => {
      for (const run of [...running]) if (concerns(change, run.holder)) running.delete(run);
      for (const [key, { holder }] of [...accounts.entries()]) if (concerns(change, holder)) accounts.delete(key);
    },
  };
}

type Context = { claims: Claims | PersonClaims; call: CallOptions };
type Known = { holder: Holder; account: Account };
type Account = GetAccountResponse__Output | ApiError;

function requestOf(claims: Claims | PersonClaims): GetAccountRequest__Output {
  if ('externalId' in claims) return { ...noToken, externalId: claims.externalId };
  const { client_id: clientId, sub: userId, jti: tokenId, generation: tokenGeneration } = claims;
  return { clientId, userId, tokenId, tokenGeneration, externalId: '' };
}

const noToken = { clientId: '', userId: '', tokenId: '', tokenGeneration: 0 };

function holderOf(claims: Claims | PersonClaims, account?: Account): Holder {
  if (!('externalId' in claims)) return { clientId: claims.client_id, userId: claims.sub, tokenId: claims.jti };
  return account && !(account instanceof ApiError) ? { userId: account.userId } : {};
}

/** An answer of auth, which a refusal is too. @throws ApiError when there is none */
async function accountOf(auth: AuthClient, { claims, call: { requestId } }: Context): Promise<Account> {
  try {
    // Without the caller: others may wait for the same answer.
    return await auth.GetAccount(requestOf(claims), { requestId });
  } catch (error) {
    const refusal = ApiError.from(error);
    if (refusal.code === 'service_unavailable' || refusal.code === 'internal_error') throw refusal;
    return refusal;
  }
}
