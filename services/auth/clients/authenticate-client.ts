import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../proto/errors.ts';
import type { CallContext } from '../../../runtime/grpc/rpc-server.ts';
import { findClient } from './client.ts';
import type { Client } from './client.ts';
import { isGenerated, matchClientSecret } from './client-secret.ts';
import { pepperedHashes } from './pepper.ts';
import type { AuthDatabase } from '../database.ts';
import type { SlowHashQueue } from './slow-hash-queue.ts';

export type Authentication = { database: AuthDatabase; slowHashes: SlowHashQueue; peppers: Buffer[] };
type Credentials = { clientId: string; clientSecret: string };
type Authenticated = { application: NonNullable<Client['application']>; secretId: string };

/** No connection to the database is held while a hash is computed. @throws ApiError invalid_client */
export async function authenticateClient(
  { database, slowHashes, peppers }: Authentication,
  { clientId, clientSecret }: Credentials,
  { signal, clientAddress }: Pick<CallContext, 'signal' | 'clientAddress'>,
): Promise<Authenticated> {
  const startedAt = performance.now();
  const { application, secrets } = await database.transaction(signal, (transaction) =>
    findClient(database, transaction, clientId),
  );
  const used = await matchClientSecret(clientId, clientSecret, secrets, peppers, (work) =>
    slowHashes({ clientId, clientAddress }, signal, work),
  );
  if (!application || !used || application.revokedAt) {
    if (!isGenerated(clientSecret)) {
      await sleep(refusalMs - (performance.now() - startedAt), undefined, { signal }).catch(() => undefined);
    }
    const reason = !application ? 'unknown_client' : !used ? 'wrong_secret' : 'revoked_application';
    throw new ApiError('invalid_client', { reason });
  }
  const [peppered] = pepperedHashes(peppers, clientId, clientSecret);
  if (peppered && !isGenerated(clientSecret) && !peppered.equals(used.hash)) {
    await storeHash(database, clientId, used, peppered, signal);
  }
  return { application, secretId: used.id };
}

/** The time of a refusal where a slow hash may have been needed, whether it was or not, so that it doesn't tell which clients there are. */
const refusalMs = 1_000;

/** The secret stays the same, so a change of it meanwhile wins. */
async function storeHash(
  database: AuthDatabase,
  clientId: string,
  { id, hash }: Client['secrets'][number],
  wanted: Buffer,
  signal: AbortSignal,
): Promise<void> {
  await database.transaction(signal, async (transaction) => {
    const values = [clientId, id, hash, wanted];
    await database.query(
      transaction,
      'update auth.client_secrets set secret_hash = $4 where client_id = $1 and id = $2 and secret_hash = $3',
      values,
    );
    // The copy that an import compares with.
    await database.query(
      transaction,
      'update auth.oauth_applications set secret_hash = $3 where client_id = $1 and secret_hash = $2',
      [clientId, hash, wanted],
    );
  });
}
