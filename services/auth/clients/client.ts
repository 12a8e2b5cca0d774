import { oneRow } from '../../../runtime/postgres/database.ts';
import type { AuthDatabase } from '../database.ts';

export type UserStatus = { status: string; companyId: string | null };

export type Client = {
  isKnown: boolean;
  grantTypes: string[];
  userId: string | null;
  isRevoked: boolean;
  tokenGeneration: number;
  secretsRefused: boolean;
  user: UserStatus | null;
  /** PEM. */
  publicKeys: string[];
  /** Those that are valid now, the newest first; hashes in hex. */
  secrets: { id: string; hash: string }[];
};

/** Looks a client id up, at the same cost for an unknown one: always in one row, not through models. */
export async function findClient(database: AuthDatabase, signal: AbortSignal, clientId: string): Promise<Client> {
  return oneRow(await database.query<Client>(signal, statement, [clientId]));
}

const statement = `
  select a.client_id is not null as "isKnown", coalesce(a.grant_types, '{}') as "grantTypes", a.user_id as "userId", a.revoked_at is not null as "isRevoked",
    a.token_generation as "tokenGeneration", a.secrets_refused as "secretsRefused",
    case when u.id is not null then json_build_object('status', u.status, 'companyId', u.company_id) end as user,
    array(select public_key from auth.client_keys k where k.client_id = requested.client_id) as "publicKeys",
    (select coalesce(json_agg(json_build_object('id', id, 'hash', encode(secret_hash, 'hex')) order by created_at desc), '[]')
     from auth.client_secrets s
     where s.client_id = requested.client_id and (expires_at is null or expires_at > now())) as secrets
  from (select $1::text as client_id) requested
  left join auth.oauth_applications a on a.client_id = requested.client_id
  left join auth.users u on u.id = a.user_id`;
