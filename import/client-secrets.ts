import type pg from 'pg';
import { secretHashes } from '../services/auth/clients/client-secret.ts';
import { ExplainedError } from '../runtime/explained-error.ts';

/**
 * Replaces the secret in the values of a row, client id and secret first, by what is stored of it, in hex. One that is stored already keeps its
 * hash. @throws ExplainedError
 */
export type HashSecret = (values: (string | null)[]) => void;

/** Hashes the secrets of oauth_applications.csv before they leave the process. */
export async function openSecretHasher(client: pg.Client, peppers: Buffer[]): Promise<HashSecret> {
  const { rows } = await client.query<{ id: string; hash: Buffer }>(
    'select client_id as id, secret_hash as hash from auth.oauth_applications where secret_hash is not null',
  );
  const stored = new Map(rows.map(({ id, hash }) => [id, hash]));
  return (values) => {
    const [clientId, clientSecret] = values;
    if (!clientId || !clientSecret) return;
    const hashes = secretHashes(clientId, clientSecret, peppers);
    const hash = hashes.find((each) => stored.get(clientId)?.equals(each)) ?? hashes[0];
    if (!hash) {
      throw new ExplainedError(
        'AUTH_SECRET_PEPPER: is required but not set, since oauth_applications.csv has client secrets that this product did ' +
          'not generate. Set it as auth has it; that of npm start is in the file secret-pepper of its LOCAL_DATA_DIR.',
      );
    }
    values[1] = hash.toString('hex');
  };
}
