import { ApiError } from '../../../proto/errors.ts';
import type { GetAccountRequest__Output } from '../../../proto/generated/clientreporting/auth/GetAccountRequest.ts';
import type { GetAccountResponse__Output } from '../../../proto/generated/clientreporting/auth/GetAccountResponse.ts';
import type { AuthDatabase } from '../database.ts';
import type { Client, UserStatus } from './client.ts';

export const clientCredentials = 'client_credentials';

/** @throws ApiError invalid_token, unauthorized, inactive_user, forbidden */
export async function getAccount(
  database: AuthDatabase,
  request: GetAccountRequest__Output,
  signal: AbortSignal,
): Promise<GetAccountResponse__Output> {
  const { clientId, userId, tokenId, tokenGeneration, externalId } = request;
  if (externalId !== '') {
    const user = await userOfPerson(database, externalId, signal);
    return { companyId: companyOfUser(user), userId: user.id, networks: [] };
  }
  const [application] = await database.query<TokenRow>(signal, tokenStatement, [clientId, tokenId]);
  if (!application || application.isRevoked) throw new ApiError('invalid_token');
  const companyId = requireCompany(application);
  // The application belongs to another user by now.
  if (application.userId !== userId) throw new ApiError('invalid_token');
  if (application.tokenGeneration !== tokenGeneration) throw new ApiError('invalid_token');
  return { companyId, userId, networks: application.networks };
}

/** @throws ApiError unauthorized, inactive_user */
export async function userOfPerson(database: AuthDatabase, externalId: string, signal: AbortSignal) {
  const personStatement = 'select id, company_id as "companyId", status from auth.users where external_id = $1';
  const [found] = await database.query<UserStatus & { id: string }>(signal, personStatement, [externalId]);
  return activeUser(found);
}

type TokenRow = Pick<Client, 'userId' | 'grantTypes' | 'isRevoked' | 'tokenGeneration' | 'user'> & {
  networks: string[];
};

const tokenStatement = `
  select a.user_id as "userId", a.grant_types as "grantTypes", a.token_generation as "tokenGeneration",
    a.revoked_at is not null or r.token_id is not null as "isRevoked", a.networks::text[] as networks,
    case when u.id is not null then json_build_object('status', u.status, 'companyId', u.company_id) end as user
  from auth.oauth_applications a
  left join auth.users u on u.id = a.user_id
  left join auth.revoked_tokens r on r.token_id = $2
  where a.client_id = $1`;

export function requireCompany({ user, grantTypes }: Pick<Client, 'user' | 'grantTypes'>): string {
  const active = activeUser(user);
  if (!grantTypes.includes(clientCredentials)) {
    throw new ApiError('forbidden', {
      message: `The application is not allowed the grant type ${clientCredentials}.`,
      reason: 'grant_not_allowed',
    });
  }
  return companyOfUser(active);
}

function activeUser<Found extends UserStatus>(user: Found | null | undefined): Found {
  if (!user) throw new ApiError('unauthorized');
  if (user.status !== 'active') throw new ApiError('inactive_user');
  return user;
}

function companyOfUser({ companyId }: UserStatus): string {
  if (companyId) return companyId;
  throw new ApiError('forbidden', { message: 'The user is not linked to a company.', reason: 'no_company' });
}
