import { LRUCache } from 'lru-cache';
import { ApiError } from '../proto/errors.ts';
import type { CallOptions } from '../runtime/grpc/rpc-call.ts';
import type { ObserveMemory } from './access-metrics.ts';
import { concerns } from './changes.ts';
import type { Change } from './changes.ts';
import type { AccessConfig, AuthClient } from './settings.ts';
import type { Claims } from './verify-token.ts';

/**
 * Caches the company or the refusal for less than 5 seconds, the longest call to auth included; a failure is not cached. In the last third
 * of this time the next request has it asked again, and does not wait for the answer.
 */
export function createAccounts(auth: AuthClient, { AUTH_DEADLINE_MS }: AccessConfig, observe: ObserveMemory) {
  /** The calls that run, without those whose answer a change has outdated. */
  const running = new Set<{ claims: Claims }>();
  const ask = async ({ claims, call }: Context): Promise<Known> => {
    const run = { claims };
    let account;
    try {
      do {
        running.add(run);
        account = await accountOf(auth, claims, call);
      } while (!running.delete(run));
    } finally {
      running.delete(run);
    }
    return { claims, account };
  };
  const askedAgain = new Set<string>();
  const ttl = 5_000 - AUTH_DEADLINE_MS;
  const accounts = new LRUCache<string, Known, Context>({
    max: 50_000,
    ttl,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => ask(context),
  });
  return {
    /** The company that the holder of a token with these claims may read now; else its refusal is thrown. */
    companyOf: async (claims: Claims, call: CallOptions): Promise<string> => {
      const key = JSON.stringify([claims.jti, claims.client_id, claims.sub, claims.generation]);
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
      return account.companyId;
    },
    /** Drops what a change concerns from the cache. A running call for it is repeated. */
    forget: (change: Change) => {
      for (const run of [...running]) if (concerns(change, run.claims)) running.delete(run);
      for (const [key, { claims }] of [...accounts.entries()]) if (concerns(change, claims)) accounts.delete(key);
    },
  };
}

type Context = { claims: Claims; call: CallOptions };
type Known = { claims: Claims; account: Account };
type Account = { companyId: string } | ApiError;

/** An answer of auth, which a refusal is too. @throws ApiError when there is none */
async function accountOf(auth: AuthClient, claims: Claims, { requestId }: CallOptions): Promise<Account> {
  const { client_id: clientId, sub: userId, jti: tokenId, generation: tokenGeneration } = claims;
  try {
    // Without the caller: others may wait for the same answer.
    return await auth.GetAccount({ clientId, userId, tokenId, tokenGeneration }, { requestId });
  } catch (error) {
    const refusal = ApiError.from(error);
    if (refusal.code === 'service_unavailable' || refusal.code === 'internal_error') throw refusal;
    return refusal;
  }
}
