import { ApiError } from '../../../proto/errors.ts';
import type { CallContext } from '../../../runtime/grpc/rpc-server.ts';
import { findClient } from './client.ts';
import type { Client } from './client.ts';
import { matchClientSecret } from './client-secret.ts';
import type { AuthDatabase } from '../database.ts';
import type { SlowHashQueue } from './slow-hash-queue.ts';

type Credentials = { clientId: string; clientSecret: string };
type Authenticated = { application: NonNullable<Client['application']>; secretId: string };

/** No connection to the database is held while a hash is computed. @throws ApiError invalid_client */
export async function authenticateClient(
  { database, slowHashes }: { database: AuthDatabase; slowHashes: SlowHashQueue },
  { clientId, clientSecret }: Credentials,
  { signal, clientAddress }: Pick<CallContext, 'signal' | 'clientAddress'>,
): Promise<Authenticated> {
  const { application, secrets } = await database.transaction(signal, (transaction) =>
    findClient(database, transaction, clientId),
  );
  const used = await matchClientSecret(clientId, clientSecret, secrets, (work) =>
    slowHashes(signal, clientAddress, work),
  );
  if (!application || !used || application.revokedAt) {
    const reason = !application ? 'unknown_client' : !used ? 'wrong_secret' : 'revoked_application';
    throw new ApiError('invalid_client', { reason });
  }
  return { application, secretId: used.id };
}
