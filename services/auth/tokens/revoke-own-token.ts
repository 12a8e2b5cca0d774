import { ApiError, errorTable } from '../../../proto/errors.ts';
import type { RevokeTokenRequest__Output } from '../../../proto/generated/clientreporting/auth/RevokeTokenRequest.ts';
import type { RevokeTokenResponse__Output } from '../../../proto/generated/clientreporting/auth/RevokeTokenResponse.ts';
import { createSigningKeys } from '../../../access/signing-keys.ts';
import { createVerifier } from '../../../access/verify-token.ts';
import type { Claims } from '../../../access/verify-token.ts';
import type { CallContext } from '../../../runtime/grpc/rpc-server.ts';
import { authenticateClient } from '../clients/authenticate-client.ts';
import { requestedBy } from './issue-token.ts';
import type { Issuing } from './issue-token.ts';
import { revokeToken } from './revoke.ts';

/** An invalid token, or another application's, is ignored. @throws ApiError invalid_client */
export function createOwnRevocation(issuing: Issuing) {
  const { config, database, audit, signingKeys } = issuing;
  const verify = createVerifier(
    createSigningKeys({
      // Not by the signal of one caller: others may wait for the same keys.
      ListSigningKeys: () => signingKeys.list(AbortSignal.timeout(config.STATEMENT_TIMEOUT_MS)),
    }),
    config,
  );
  return async (request: RevokeTokenRequest__Output, call: CallContext): Promise<RevokeTokenResponse__Output> => {
    const { clientId, clientSecret, token } = request;
    const requested = requestedBy(clientId, call);
    const credentials = { clientId, clientSecret };
    await authenticateClient(issuing, credentials, call).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'invalid_client') {
        audit.record({ event: 'revocation.refused', ...requested, reason: error.reason });
      }
      throw error;
    });
    const claims = await unlessRefused(verify(token, call));
    if (claims?.client_id === clientId) {
      await database.transaction(call.signal, (transaction) =>
        revokeToken(transaction, claims.jti, new Date(claims.exp * 1_000)),
      );
      audit.record({ event: 'token.revoked', ...requested, details: { tokenId: claims.jti } });
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
