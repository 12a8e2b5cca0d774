import type pg from 'pg';
import { secretHashes } from '../services/auth/clients/client-secret.ts';
import { ExplainedError } from '../runtime/explained-error.ts';

export type SecretHasher = {
  /** Replaces the secret in the values of a row, client id and secret first, by what is stored of it, in hex. @throws ExplainedError */
  hash: (line: number, values: (string | null)[]) => void;
  warning: () => string | undefined;
};

const shortLength = 20;

/** Hashes the secrets of oauth_applications.csv before they leave the process. One that is stored already keeps its hash. */
export async function openSecretHasher(client: pg.Client, peppers: Buffer[]): Promise<SecretHasher> {
  const { rows } = await client.query<{ id: string; hash: Buffer }>(
    'select client_id as id, secret_hash as hash from auth.oauth_applications where secret_hash is not null',
  );
  const stored = new Map(rows.map(({ id, hash }) => [id, hash]));
  const shortLines: number[] = [];
  return {
    hash: (line, values) => {
      const [clientId, clientSecret] = values;
      if (!clientId || !clientSecret) return;
      if (clientSecret.length < shortLength) shortLines.push(line);
      const hashes = secretHashes(clientId, clientSecret, peppers);
      const hash = hashes.find((each) => stored.get(clientId)?.equals(each)) ?? hashes[0];
      if (!hash) {
        throw new ExplainedError(
          'AUTH_SECRET_PEPPER: is required but not set, since oauth_applications.csv has client secrets that this product did ' +
            'not generate. Set it as auth has it; that of npm start is in the file secret-pepper of its LOCAL_DATA_DIR.',
        );
      }
      values[1] = hash.toString('hex');
    },
    warning: () => {
      if (shortLines.length === 0) return undefined;
      return (
        `oauth_applications.csv: client secrets of fewer than ${shortLength} characters can be guessed: ` +
        `${shortLines.length}, the first on line ${shortLines[0]}`
      );
    },
  };
}
