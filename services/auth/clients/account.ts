import { ApiError } from '../../../proto/errors.ts';
import type { GetAccountRequest__Output } from '../../../proto/generated/clientreporting/auth/GetAccountRequest.ts';
import type { GetAccountResponse__Output } from '../../../proto/generated/clientreporting/auth/GetAccountResponse.ts';
import { Application, RevokedToken, User } from '../database.ts';
import type { AuthDatabase } from '../database.ts';

export const clientCredentials = 'client_credentials';

/** @throws ApiError invalid_token, unauthorized, inactive_user, forbidden */
export async function getAccount(
  database: AuthDatabase,
  { clientId, userId, tokenId, tokenGeneration }: GetAccountRequest__Output,
  signal: AbortSignal,
): Promise<GetAccountResponse__Output> {
  const { application, revoked } = await database.transaction(signal, async (transaction) => ({
    application: await Application.findByPk(clientId, { include: { model: User, as: 'user' }, transaction }),
    revoked: await RevokedToken.findByPk(tokenId, { transaction }),
  }));
  if (!application || application.revokedAt || revoked) throw new ApiError('invalid_token');
  const companyId = companyOf(application);
  // The application belongs to another user by now.
  if (application.userId !== userId) throw new ApiError('invalid_token');
  if (application.tokenGeneration !== tokenGeneration) throw new ApiError('invalid_token');
  return { companyId };
}

export function companyOf({ user, grantTypes }: ApplicationStatus): string {
  if (!user) throw new ApiError('unauthorized');
  if (user.status !== 'active') throw new ApiError('inactive_user');
  if (!grantTypes.includes(clientCredentials)) {
    throw new ApiError('forbidden', {
      message: `The application is not allowed the grant type ${clientCredentials}.`,
      reason: 'grant_not_allowed',
    });
  }
  if (!user.companyId) {
    throw new ApiError('forbidden', { message: 'The user is not linked to a company.', reason: 'no_company' });
  }
  return user.companyId;
}

export type ApplicationStatus = { user?: { status: string; companyId: string | null } | null; grantTypes: string[] };
