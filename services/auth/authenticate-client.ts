import type { Transaction } from 'sequelize';
import { ApiError } from '../../proto/errors.ts';
import { findClient } from './client.ts';
import type { Client } from './client.ts';
import { matchClientSecret } from './client-secret.ts';
import type { AuthDatabase } from './database.ts';

type Authenticated = { application: NonNullable<Client['application']>; secretId: string };

/**
 * The application whose credentials these are, and which of its secrets was used. The cause of a refusal is for the audit
 * alone.
 * @throws ApiError invalid_client
 */
export async function authenticateClient(
  database: AuthDatabase,
  transaction: Transaction,
  clientId: string,
  clientSecret: string,
): Promise<Authenticated> {
  const { application, secrets } = await findClient(database, transaction, clientId);
  const used = matchClientSecret(clientId, clientSecret, secrets);
  if (!application || !used || application.revokedAt) {
    const cause = !application ? 'unknown_client' : !used ? 'wrong_secret' : 'revoked_application';
    throw new ApiError('invalid_client', { cause });
  }
  return { application, secretId: used.id };
}
