import { ApiError } from '../../../proto/errors.ts';
import type { GetAccountRequest__Output } from '../../../proto/generated/clientreporting/auth/GetAccountRequest.ts';
import type { GetAccountResponse__Output } from '../../../proto/generated/clientreporting/auth/GetAccountResponse.ts';
import { Application, RevokedToken, User } from '../database.ts';
import type { AuthDatabase } from '../database.ts';

export const clientCredentials = 'client_credentials';

/** @throws ApiError invalid_token, unauthorized, inactive_user, forbidden */
export async function getAccount(
  database: AuthDatabase,
  request: GetAccountRequest__Output,
  signal: AbortSignal,
): Promise<GetAccountResponse__Output> {
  const { clientId, userId, tokenId, tokenGeneration, externalId } = request;
  if (externalId !== '') return accountOfPerson(database, externalId, signal);
  const { application, revoked } = await database.transaction(signal, async (transaction) => ({
    application: await Application.findByPk(clientId, { include: { model: User, as: 'user' }, transaction }),
    revoked: await RevokedToken.findByPk(tokenId, { transaction }),
  }));
  if (!application || application.revokedAt || revoked) throw new ApiError('invalid_token');
  const companyId = companyOf(application);
  // The application belongs to another user by now.
  if (application.userId !== userId) throw new ApiError('invalid_token');
  if (application.tokenGeneration !== tokenGeneration) throw new ApiError('invalid_token');
  return { companyId, userId, networks: application.networks };
}

async function accountOfPerson(database: AuthDatabase, externalId: string, signal: AbortSignal) {
  const found = await database.transaction(signal, (transaction) =>
    User.findOne({ where: { externalId }, transaction }),
  );
  const user = activeUser(found);
  return { companyId: companyOfUser(user), userId: user.id, networks: [] };
}

export function companyOf({ user, grantTypes }: ApplicationStatus): string {
  const active = activeUser(user);
  if (!grantTypes.includes(clientCredentials)) {
    throw new ApiError('forbidden', {
      message: `The application is not allowed the grant type ${clientCredentials}.`,
      reason: 'grant_not_allowed',
    });
  }
  return companyOfUser(active);
}

export type ApplicationStatus = { user?: UserStatus | null; grantTypes: string[] };

type UserStatus = { status: string; companyId: string | null };

function activeUser<Found extends UserStatus>(user: Found | null | undefined): Found {
  if (!user) throw new ApiError('unauthorized');
  if (user.status !== 'active') throw new ApiError('inactive_user');
  return user;
}

function companyOfUser({ companyId }: UserStatus): string {
  if (companyId) return companyId;
  throw new ApiError('forbidden', { message: 'The user is not linked to a company.', reason: 'no_company' });
}
