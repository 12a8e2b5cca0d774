import { ApiError, errorTable } from '../../../proto/errors.ts';
import type { IssueTokenRequest__Output } from '../../../proto/generated/clientreporting/auth/IssueTokenRequest.ts';
import { takeAssertion } from './client-assertion.ts';
import { findClient } from './client.ts';
import type { Client } from './client.ts';
import { matchClientSecret } from './client-secret.ts';
import type { AuthDatabase } from '../database.ts';

export type Authentication = { database: AuthDatabase; peppers: Buffer[] };
type Credentials = Pick<IssueTokenRequest__Output, 'clientId' | 'clientSecret'> &
  Partial<Pick<IssueTokenRequest__Output, 'clientAssertion' | 'audiences' | 'callId'>>;
type Authenticated = { client: Client; secretId: string | undefined };

/** Every refusal of a secret computes the same, so that its time doesn't tell which clients there are. @throws ApiError invalid_client */
export async function authenticateClient(
  { database, peppers }: Authentication,
  { clientId, clientSecret, clientAssertion = '', audiences = [], callId = '' }: Credentials,
  signal: AbortSignal,
): Promise<Authenticated> {
  const client = await findClient(database, signal, clientId);
  const { publicKeys, isKnown, isRevoked, secretsRefused } = client;
  if (clientAssertion !== '') {
    await takeAssertion(database, clientAssertion, { clientId, audiences, callId, publicKeys }, signal);
    if (isKnown && !isRevoked) return { client, secretId: undefined };
    throw new ApiError('invalid_client', { reason: 'revoked_application' });
  }
  const secrets = client.secrets.map(({ id, hash }) => ({ id, hash: Buffer.from(hash, 'hex') }));
  const used = matchClientSecret(clientId, clientSecret, secrets, peppers);
  const isPadded = /^\s|\s$/.test(clientId) || /^\s|\s$/.test(clientSecret);
  const message = `${errorTable.invalid_client.message}${isPadded ? ' One begins or ends with a blank or a line end.' : ''}`;
  const refuse = (reason: string) => new ApiError('invalid_client', { reason, message });
  if (!isKnown) throw refuse('unknown_client');
  if (!used) throw refuse('wrong_secret');
  if (isRevoked) throw refuse('revoked_application');
  if (secretsRefused) throw refuse('secrets_refused');
  return { client, secretId: used.id };
}
