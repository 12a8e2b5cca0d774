import { Counter } from 'prom-client';
import { ApiError } from '../proto/errors.ts';
import type { Program } from '../runtime/process/program.ts';
import type { CallOptions } from '../runtime/grpc/rpc-call.ts';
import { createAccounts } from './accounts.ts';
import { bearerToken } from './bearer-token.ts';
import type { AccessConfig, AuthClient } from './settings.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createVerifier } from './verify-token.ts';

/** The account of the access token in an `Authorization`, as it is now. @throws ApiError */
export type Access = (authorization: string | undefined, call: CallOptions) => Promise<Account>;

/** Of an application, or of the person whom a trusted issuer names: then `clientId` is empty. */
export type Account = { clientId: string; userId: string; companyId: string; networks: string[] };

/** Whose a request is, for its lines of the log. */
export function logFieldsOf({ clientId, userId, companyId }: Account): Record<string, string> {
  return { ...(clientId === '' ? { person: userId } : { application: clientId }), company: companyId };
}

/** Verifies tokens here, and asks auth what they allow. Answers are cached for 0.9 seconds. */
export function openAccess(auth: AuthClient, config: AccessConfig, { metrics }: Pick<Program, 'metrics'>): Access {
  const outcomes = new Counter({
    name: 'client_reporting_access_total',
    help: 'Access tokens that were accepted, or refused with a code of the error table.',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const verify = createVerifier(createSigningKeys(auth), config);
  const accountOf = createAccounts(auth);
  return async (authorization, call) => {
    try {
      const claims = await verify(bearerToken(authorization), call);
      const account = await accountOf(claims, call);
      outcomes.inc({ outcome: 'granted' });
      return { ...account, clientId: 'client_id' in claims ? claims.client_id : '' };
    } catch (error) {
      outcomes.inc({ outcome: ApiError.from(error).code });
      throw error;
    }
  };
}
