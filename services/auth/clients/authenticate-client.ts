import { ApiError } from '../../../proto/errors.ts';
import { takeAssertion } from './client-assertion.ts';
import { findClient } from './client.ts';
import type { Client } from './client.ts';
import { matchClientSecret } from './client-secret.ts';
import type { AuthDatabase } from '../database.ts';

export type Authentication = { database: AuthDatabase; peppers: Buffer[] };
type Credentials = {
  clientId: string;
  clientSecret: string;
  clientAssertion?: string;
  audiences?: string[];
  callId?: string;
};
type Authenticated = { application: NonNullable<Client['application']>; secretId: string | undefined };

/** Every refusal of a secret computes the same, so that its time doesn't tell which clients there are. @throws ApiError invalid_client */
export async function authenticateClient(
  { database, peppers }: Authentication,
  { clientId, clientSecret, clientAssertion = '', audiences = [], callId = '' }: Credentials,
  signal: AbortSignal,
): Promise<Authenticated> {
  const { application, secrets, publicKeys } = await findClient(database, signal, clientId);
  if (clientAssertion !== '') {
    await takeAssertion(database, clientAssertion, { clientId, audiences, callId, publicKeys }, signal);
    if (application && !application.revokedAt) return { application, secretId: undefined };
    throw new ApiError('invalid_client', { reason: 'revoked_application' });
  }
  const used = matchClientSecret(clientId, clientSecret, secrets, peppers);
  const takesSecrets = application && !application.secretsRefused;
  if (takesSecrets && used && !application.revokedAt) return { application, secretId: used.id };
  const reason = !application
    ? 'unknown_client'
    : !used
      ? 'wrong_secret'
      : application.revokedAt
        ? 'revoked_application'
        : 'secrets_refused';
  throw new ApiError('invalid_client', { reason });
}
