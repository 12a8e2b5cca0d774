import { ApiError } from '../../../proto/errors.ts';
import { findClient } from './client.ts';
import type { Client } from './client.ts';
import { matchClientSecret } from './client-secret.ts';
import type { AuthDatabase } from '../database.ts';

export type Authentication = { database: AuthDatabase; peppers: Buffer[] };
type Credentials = { clientId: string; clientSecret: string };
type Authenticated = { application: NonNullable<Client['application']>; secretId: string };

/** Every refusal computes the same, so that its time doesn't tell which clients there are. @throws ApiError invalid_client */
export async function authenticateClient(
  { database, peppers }: Authentication,
  { clientId, clientSecret }: Credentials,
  signal: AbortSignal,
): Promise<Authenticated> {
  const { application, secrets } = await database.transaction(signal, (transaction) =>
    findClient(database, transaction, clientId),
  );
  const used = matchClientSecret(clientId, clientSecret, secrets, peppers);
  if (application && used && !application.revokedAt) return { application, secretId: used.id };
  const reason = !application ? 'unknown_client' : !used ? 'wrong_secret' : 'revoked_application';
  throw new ApiError('invalid_client', { reason });
}
