import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { ApiError } from '../../proto/errors.ts';
import type { IssueTokenRequest__Output } from '../../proto/generated/clientreporting/auth/IssueTokenRequest.ts';
import type { IssueTokenResponse__Output } from '../../proto/generated/clientreporting/auth/IssueTokenResponse.ts';
import { clientCredentials, companyOf } from './account.ts';
import { matchesClientSecret } from './client-secret.ts';
import type { AuthConfig } from './config.ts';
import { Application, User } from './database.ts';
import type { AuthDatabase } from './database.ts';
import { currentSigningKey } from './signing-keys.ts';

/**
 * Exchanges client credentials for an RS256 access token that names the application (`client_id`) and its user (`sub`).
 * @throws ApiError invalid_client, unauthorized, inactive_user, forbidden
 */
export async function issueToken(
  config: AuthConfig,
  database: AuthDatabase,
  { clientId, clientSecret, grantType }: IssueTokenRequest__Output,
  signal: AbortSignal,
): Promise<IssueTokenResponse__Output> {
  if (grantType !== clientCredentials) {
    throw new ApiError('forbidden', { message: `The grant type must be ${clientCredentials}.` });
  }
  const { userId, signingKey } = await database.transaction(signal, async (transaction) => {
    const application = await Application.findByPk(clientId, { include: { model: User, as: 'user' }, transaction });
    const genuine = matchesClientSecret(clientId, clientSecret, application?.secretHash);
    if (!genuine || !application || application.revokedAt) throw new ApiError('invalid_client');
    companyOf(application);
    return { userId: application.userId ?? '', signingKey: await currentSigningKey(transaction) };
  });
  const accessToken = jwt.sign({ client_id: clientId, grant_type: clientCredentials }, signingKey.privateKey, {
    algorithm: 'RS256',
    keyid: signingKey.kid,
    issuer: config.TOKEN_ISSUER,
    audience: config.TOKEN_AUDIENCE,
    subject: userId,
    jwtid: randomUUID(),
    expiresIn: config.TOKEN_LIFETIME_SECONDS,
  });
  return { accessToken, expiresIn: config.TOKEN_LIFETIME_SECONDS };
}
