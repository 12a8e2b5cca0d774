import { LRUCache } from 'lru-cache';
import { ApiError } from '../proto/errors.ts';
import type { CallOptions } from '../runtime/grpc/rpc-call.ts';
import type { ObserveMemory } from './access-metrics.ts';
import { concerns } from './changes.ts';
import type { Change } from './changes.ts';
import type { AccessConfig, AuthClient } from './settings.ts';
import type { Claims } from './verify-token.ts';

export type Accounts = {
  /** The company that the holder of a token with these claims may read now; else its refusal is thrown. */
  companyOf: (claims: Claims, call: CallOptions) => Promise<string>;
  /** Forgets what a change concerns. What is being asked about it is asked again. */
  forget: (change: Change) => void;
};

/**
 * Asks auth, and remembers the company or the refusal so that with the longest call to auth neither is ever older than
 * 5 seconds. A failure to learn it is not remembered. Requests that need the same answer at once share one call.
 */
export function createAccounts(auth: AuthClient, { AUTH_DEADLINE_MS }: AccessConfig, observe: ObserveMemory): Accounts {
  const remembered = new LRUCache<string, { claims: Claims; account: Account }>({
    max: 50_000,
    ttl: 5_000 - AUTH_DEADLINE_MS,
  });
  const asked = new Map<string, { claims: Claims; answer: Promise<Account> }>();
  const outdated = new Set<string>();

  const ask = async (key: string, claims: Claims, call: CallOptions): Promise<Account> => {
    try {
      let account;
      do {
        outdated.delete(key);
        account = await accountOf(auth, claims, call);
      } while (outdated.has(key));
      remembered.set(key, { claims, account });
      return account;
    } finally {
      asked.delete(key);
      outdated.delete(key);
    }
  };

  return {
    companyOf: async (claims, call) => {
      const key = JSON.stringify([claims.jti, claims.client_id, claims.sub, claims.generation]);
      let account = remembered.get(key)?.account;
      observe('account', account !== undefined);
      if (!account) {
        const answer = asked.get(key)?.answer ?? ask(key, claims, call);
        asked.set(key, { claims, answer });
        account = await answer;
      }
      if (account instanceof ApiError) throw account;
      return account.companyId;
    },
    forget: (change) => {
      for (const [key, { claims }] of [...remembered.entries()]) if (concerns(change, claims)) remembered.delete(key);
      for (const [key, { claims }] of asked) if (concerns(change, claims)) outdated.add(key);
    },
  };
}

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
