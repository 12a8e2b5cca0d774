import { ApiError, errorTable } from '../../proto/errors.ts';
import type { RevokeTokenRequest__Output } from '../../proto/generated/clientreporting/auth/RevokeTokenRequest.ts';
import type { RevokeTokenResponse__Output } from '../../proto/generated/clientreporting/auth/RevokeTokenResponse.ts';
import { createSigningKeys } from '../../runtime/access/signing-keys.ts';
import { createVerifier } from '../../runtime/access/verify-token.ts';
import type { Claims } from '../../runtime/access/verify-token.ts';
import type { CallContext } from '../../runtime/rpc-server.ts';
import { authenticateClient } from './authenticate-client.ts';
import { reasonOf } from './issue-token.ts';
import type { Issuing } from './issue-token.ts';
import { revokeToken } from './revoke.ts';

export type OwnRevocation = (
  request: RevokeTokenRequest__Output,
  call: CallContext,
) => Promise<RevokeTokenResponse__Output>;

/**
 * Revokes tokens for the applications that hold them. A token that doesn't hold anyway, or is another's, is left as it is
 * without a word.
 * @throws ApiError invalid_client
 */
export function createOwnRevocation({ config, database, audit, signingKeys, slowHashes }: Issuing): OwnRevocation {
  const verify = createVerifier(
    createSigningKeys({
      // Others may wait for the same keys: not by the signal of one caller.
      ListSigningKeys: () => signingKeys.list(AbortSignal.timeout(config.STATEMENT_TIMEOUT_MS)),
    }),
    config,
  );
  return async ({ clientId, clientSecret, token }, call) => {
    const asked = { actor: 'application', clientId, address: call.clientAddress, requestId: call.requestId };
    const credentials = { clientId, clientSecret };
    await authenticateClient({ database, slowHashes }, credentials, call.signal).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'invalid_client') {
        audit.record({ event: 'revocation.refused', ...asked, reason: reasonOf(error) });
      }
      throw error;
    });
    const claims = await unlessRefused(verify(token, call));
    if (claims?.client_id === clientId) {
      await database.transaction(call.signal, (transaction) =>
        revokeToken(transaction, claims.jti, new Date(claims.exp * 1_000)),
      );
      audit.record({ event: 'token.revoked', ...asked, details: { tokenId: claims.jti } });
    }
    return {};
  };
}

async function unlessRefused(verified: Promise<Claims>): Promise<Claims | undefined> {
  try {
    return await verified;
  } catch (error) {
    if (error instanceof ApiError && errorTable[error.code].http < 500) return undefined;
    throw error;
  }
}
