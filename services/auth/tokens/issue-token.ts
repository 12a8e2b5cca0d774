import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { tokenAudience } from '../../../access/settings.ts';
import type { SigningKeys as PublicKeys } from '../../../access/signing-keys.ts';
import { ApiError } from '../../../proto/errors.ts';
import type { IssueTokenRequest__Output } from '../../../proto/generated/clientreporting/auth/IssueTokenRequest.ts';
import type { IssueTokenResponse__Output } from '../../../proto/generated/clientreporting/auth/IssueTokenResponse.ts';
import type { CallContext } from '../../../runtime/grpc/rpc-server.ts';
import { clientCredentials, requireCompany } from '../clients/account.ts';
import type { Audit } from '../audit/audit.ts';
import { requestedBy } from '../audit/audit-event.ts';
import { authenticateClient } from '../clients/authenticate-client.ts';
import type { Authentication } from '../clients/authenticate-client.ts';
import type { AuthConfig } from '../config.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';

export type Issuing = Authentication & {
  config: AuthConfig;
  audit: Audit;
  signingKeys: SigningKeys;
  publicKeys: PublicKeys;
};

/** @throws ApiError invalid_client, unauthorized, inactive_user, forbidden */
export async function issueToken(
  issuing: Issuing,
  request: IssueTokenRequest__Output,
  call: CallContext,
): Promise<IssueTokenResponse__Output> {
  const { config, audit } = issuing;
  const { clientId } = request;
  const requested = requestedBy(clientId, call);
  try {
    const { grantType, ...credentials } = request;
    if (grantType !== clientCredentials) {
      const message = `The grant type must be ${clientCredentials}.`;
      throw new ApiError('forbidden', { message, reason: 'other_grant_type' });
    }
    const { client, secretId } = await authenticateClient(issuing, credentials, call.signal);
    requireCompany(client);
    const userId = client.userId ?? '';
    const signingKey = await issuing.signingKeys.current(call.signal);
    const tokenId = randomUUID();
    const accessToken = jwt.sign(
      { client_id: clientId, grant_type: clientCredentials, generation: client.tokenGeneration },
      signingKey.privateKey,
      {
        algorithm: 'RS256',
        keyid: signingKey.kid,
        issuer: config.TOKEN_ISSUER,
        audience: tokenAudience,
        subject: userId,
        jwtid: tokenId,
        expiresIn: config.TOKEN_LIFETIME_SECONDS,
      },
    );
    audit.record({
      event: 'token.granted',
      ...requested,
      details: { userId, ...(secretId !== undefined && { secretId }), tokenId, keyId: signingKey.kid },
    });
    return { accessToken, expiresIn: config.TOKEN_LIFETIME_SECONDS };
  } catch (error) {
    if (error instanceof ApiError && error.http < 500) {
      audit.record({ event: 'token.refused', ...requested, reason: error.reason });
    }
    throw error;
  }
}
