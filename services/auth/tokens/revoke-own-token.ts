import { ApiError } from '../../../proto/errors.ts';
import type { RevokeTokenRequest__Output } from '../../../proto/generated/clientreporting/auth/RevokeTokenRequest.ts';
import type { RevokeTokenResponse__Output } from '../../../proto/generated/clientreporting/auth/RevokeTokenResponse.ts';
import { verifyOwn } from '../../../access/verify-token.ts';
import type { CallContext } from '../../../runtime/grpc/rpc-server.ts';
import { authenticateClient } from '../clients/authenticate-client.ts';
import { requestedBy } from '../audit/audit-event.ts';
import type { Issuing } from './issue-token.ts';
import { revokeToken } from './revoke.ts';

/** An invalid token, or another application's, is ignored. Without credentials, the token stands for itself. @throws ApiError invalid_client */
export async function revokeOwnToken(
  issuing: Issuing,
  { clientId, clientSecret, token }: RevokeTokenRequest__Output,
  call: CallContext,
): Promise<RevokeTokenResponse__Output> {
  const { config, database, audit, publicKeys } = issuing;
  const isByItself = clientId === '' && clientSecret === '';
  if (!isByItself) {
    await authenticateClient(issuing, { clientId, clientSecret }, call.signal).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'invalid_client')
        audit.record({ event: 'revocation.refused', ...requestedBy(clientId, call), reason: error.reason });
      throw error;
    });
  }
  const claims = await verifyOwn(token, publicKeys, config, call).catch((error: unknown) => {
    if (error instanceof ApiError && error.http < 500) return undefined;
    throw error;
  });
  if (claims && (isByItself || claims.client_id === clientId)) {
    await revokeToken(database, call.signal, claims.jti, new Date(claims.exp * 1_000));
    const details = { tokenId: claims.jti };
    audit.record({ event: 'token.revoked', ...requestedBy(claims.client_id, call), details });
  }
  return {};
}
