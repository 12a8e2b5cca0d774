import { LRUCache } from 'lru-cache';
import { ApiError } from '../../proto/errors.ts';
import type { CallOptions } from '../rpc-client.ts';
import type { AccessConfig, AuthClient } from './settings.ts';
import type { Claims } from './verify-token.ts';

/** The company that the holder of a token with these claims may read now; else its refusal is thrown. */
export type Accounts = (claims: Claims, call: CallOptions) => Promise<string>;

/**
 * Asks auth, and remembers the company or the refusal so that with the longest call to auth neither is ever older than
 * 5 seconds. A failure to learn it is not remembered. Requests that need the same answer at once share one call.
 */
export function createAccounts(auth: AuthClient, { AUTH_DEADLINE_MS }: AccessConfig): Accounts {
  const remembered = new LRUCache<string, Account>({ max: 50_000, ttl: 5_000 - AUTH_DEADLINE_MS });
  const asked = new Map<string, Promise<Account>>();

  const ask = async (key: string, { client_id: clientId, sub: userId }: Claims, call: CallOptions) => {
    try {
      // Without the caller's signal: others may wait for the same answer.
      const account = await accountOf(auth.GetAccount({ clientId, userId }, { requestId: call.requestId }));
      remembered.set(key, account);
      return account;
    } finally {
      asked.delete(key);
    }
  };
  return async (claims, call) => {
    const key = JSON.stringify([claims.client_id, claims.sub]);
    let account = remembered.get(key);
    if (!account) {
      const answer = asked.get(key) ?? ask(key, claims, call);
      asked.set(key, answer);
      account = await answer;
    }
    if (account instanceof ApiError) throw account;
    return account.companyId;
  };
}

type Account = { companyId: string } | ApiError;

/** An answer of auth, which a refusal is too. @throws ApiError when there is none */
async function accountOf(answer: Promise<{ companyId: string }>): Promise<Account> {
  try {
    return await answer;
  } catch (error) {
    const refusal = ApiError.from(error);
    if (refusal.code === 'service_unavailable' || refusal.code === 'internal_error') throw refusal;
    return refusal;
  }
}
