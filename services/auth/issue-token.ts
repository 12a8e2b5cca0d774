import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { ApiError, errorTable } from '../../proto/errors.ts';
import type { IssueTokenRequest__Output } from '../../proto/generated/clientreporting/auth/IssueTokenRequest.ts';
import type { IssueTokenResponse__Output } from '../../proto/generated/clientreporting/auth/IssueTokenResponse.ts';
import type { CallContext } from '../../runtime/rpc-server.ts';
import { clientCredentials, companyOf } from './account.ts';
import type { Audit } from './audit.ts';
import { authenticateClient } from './authenticate-client.ts';
import type { AuthConfig } from './config.ts';
import type { AuthDatabase } from './database.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { SlowHashQueue } from './slow-hash-queue.ts';

/** What the exchange of credentials takes. */
export type Issuing = {
  config: AuthConfig;
  database: AuthDatabase;
  audit: Audit;
  signingKeys: SigningKeys;
  slowHashes: SlowHashQueue;
};

/**
 * Exchanges client credentials for an RS256 access token that names the application (`client_id`) and its user (`sub`).
 * @throws ApiError invalid_client, unauthorized, inactive_user, forbidden
 */
export async function issueToken(
  issuing: Issuing,
  request: IssueTokenRequest__Output,
  { signal, requestId, clientAddress }: CallContext,
): Promise<IssueTokenResponse__Output> {
  const { config, audit } = issuing;
  const { clientId } = request;
  const asked = { actor: 'application', clientId, address: clientAddress, requestId };
  try {
    const { userId, secretId, generation, signingKey } = await admit(issuing, request, signal);
    const tokenId = randomUUID();
    const accessToken = jwt.sign(
      { client_id: clientId, grant_type: clientCredentials, generation },
      signingKey.privateKey,
      {
        algorithm: 'RS256',
        keyid: signingKey.kid,
        issuer: config.TOKEN_ISSUER,
        audience: config.TOKEN_AUDIENCE,
        subject: userId,
        jwtid: tokenId,
        expiresIn: config.TOKEN_LIFETIME_SECONDS,
      },
    );
    audit.record({ event: 'token.granted', ...asked, details: { userId, secretId, tokenId, keyId: signingKey.kid } });
    return { accessToken, expiresIn: config.TOKEN_LIFETIME_SECONDS };
  } catch (error) {
    if (error instanceof ApiError && errorTable[error.code].http < 500) {
      audit.record({ event: 'token.refused', ...asked, reason: reasonOf(error) });
    }
    throw error;
  }
}

/** Who the credentials belong to, which of its secrets was used, and the key to sign with. */
async function admit(
  { database, signingKeys, slowHashes }: Issuing,
  { clientId, clientSecret, grantType }: IssueTokenRequest__Output,
  signal: AbortSignal,
) {
  if (grantType !== clientCredentials) {
    throw new ApiError('forbidden', {
      message: `The grant type must be ${clientCredentials}.`,
      cause: 'other_grant_type',
    });
  }
  const credentials = { clientId, clientSecret };
  const { application, secretId } = await authenticateClient({ database, slowHashes }, credentials, signal);
  companyOf(application);
  return {
    userId: application.userId ?? '',
    secretId,
    generation: application.tokenGeneration,
    signingKey: await database.transaction(signal, signingKeys.current),
  };
}

/** The cause where there is one: the code hides some from who asked. */
export function reasonOf({ code, cause }: ApiError): string {
  return typeof cause === 'string' ? cause : code;
}
