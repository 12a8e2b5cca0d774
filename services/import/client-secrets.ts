import type pg from 'pg';
import { secretHashes } from '../auth/clients/client-secret.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';

/**
 * Replaces the secret in the values of a row, client id and secret first, by what is stored of it, in hex. One that is stored already keeps its
 * hash. @throws ExplainedError
 */
export type HashSecret = (values: (string | null)[]) => void;

/** Hashes the secrets of oauth_applications.csv before they leave the process. */
export async function openSecretHasher(client: pg.Client, peppers: Buffer[]): Promise<HashSecret> {
  const { rows } = await client.query<{ id: string; hash: Buffer }>(
    `select client_id as id, secret_hash as hash from auth.client_secrets where origin = 'given'`,
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
          'not generate. Set it as auth has it; the pepper of npm start is in the file secret-pepper of its LOCAL_DATA_DIR.',
      );
    }
    values[1] = hash.toString('hex');
  };
}

/** One that is there already is no new one, whether it was given, generated or replaced. Two are valid at most. */
export const takeSecrets = `
  with taken as (
    insert into auth.client_secrets (client_id, secret_hash, origin)
    select client_id, decode(client_secret, 'hex'), 'given' from import_oauth_applications i
    where not exists (
      select from auth.client_secrets s where s.client_id = i.client_id and s.secret_hash = decode(i.client_secret, 'hex')
    )
    on conflict (client_id) where origin = 'given'
    do update set secret_hash = excluded.secret_hash, created_at = now(), expires_at = null, last_used_at = null
    returning client_id
  ), valid as (
    select id, row_number() over (partition by client_id order by created_at desc) as place
    from auth.client_secrets join taken using (client_id)
    where origin = 'generated' and (expires_at is null or expires_at > now())
  )
  update auth.client_secrets s set expires_at = now() from valid where s.id = valid.id and place > 1`;
