import { text as readText } from 'node:stream/consumers';
import type { Command } from 'commander';
import type pg from 'pg';
import type { Transaction } from 'sequelize';
import { connect } from '../../../runtime/postgres/session.ts';
import type { AuthDatabase } from '../database.ts';
import { lockSigningKeys } from '../keys/stored-signing-keys.ts';
import { table } from './command.ts';
import type { Act } from './command.ts';
import { ExplainedError } from '../../../runtime/explained-error.ts';

export function afterRestoreCommand(afterRestore: Command, act: Act): void {
  afterRestore
    .description(
      'before a restored database serves: copy what may have access; or end all tokens, and show what to check',
    )
    .option('--from <url>', 'the database of before, to copy access from; - reads the URL')
    .action(async ({ from }: { from?: string }, command: Command) => {
      const url = from === '-' ? (await readText(process.stdin)).trim() : from;
      await act(command, async ({ database, transaction }) => {
        await lockSigningKeys(database, transaction);
        return url === undefined ? showAccess(database, transaction) : copyAccess(database, transaction, url);
      });
    });
}

/** Tokens of before go on: what was revoked is copied, too, and the keys that signed them. */
async function copyAccess(database: AuthDatabase, transaction: Transaction, from: string) {
  const access = await readAccess(from);
  for (const name of ['oauth_applications', 'users', 'revoked_tokens', 'signing_keys', 'used_assertions'])
    await database.query(transaction, `delete from auth.${name}`);
  for (const name of ['users', 'oauth_applications'] as const)
    await database.query(transaction, insertFrom(name), [access]);
  // Triggers made a secret of each that was given; the next statements replace these by all there are.
  await database.query(transaction, 'delete from auth.client_secrets');
  for (const name of copied.slice(2)) await database.query(transaction, insertFrom(name), [access]);
  const [counts = { users: 0, applications: 0, secrets: 0 }] = await database.query<Counts>(transaction, counted);
  const { users, applications, secrets } = counts;
  return {
    result: { tokens: 'kept' as const, copied: { users, applications, secrets } },
    text: `Copied: ${users} users, ${applications} applications, ${secrets} secrets, revocations and signing keys. Tokens go on.`,
    event: {
      event: 'access.restored' as const,
      details: { users: String(users), applications: String(applications), secrets: String(secrets) },
    },
  };
}

/** The data can't tell which secrets were replaced, or which applications and users refused, after they were backed up. */
async function showAccess(database: AuthDatabase, transaction: Transaction) {
  await database.query(transaction, endTokens);
  const [{ knownUntil } = { knownUntil: null }] = await database.query<{ knownUntil: Date | null }>(
    transaction,
    'select max(occurred_at) as "knownUntil" from auth.audit_events',
  );
  const applications = await database.query<Access>(transaction, withAccess);
  const rows = applications.map(({ clientId, userId, companyId, secretsFrom }) => {
    return [clientId, userId, companyId, secretsFrom];
  });
  const moment = knownUntil?.toISOString() ?? 'the backup';
  return {
    result: { tokens: 'ended' as const, knownUntil, applications },
    text: [
      `All tokens have ended. These applications have access, as of ${moment}.`,
      'Repeat what was done since then: rotated secrets, removed keys, revoked applications, deactivated users, unlinked people (users list).',
      '',
      table(['CLIENT ID', 'USER', 'COMPANY', 'NEWEST SECRET'], rows),
    ].join('\n'),
    event: { event: 'access.restored' as const, details: { knownUntil: moment } },
  };
}

/** Greater than any generation that the application has had: more than one a minute since 1970 is not possible by hand. */
const endTokens = `
  update auth.oauth_applications
  set token_generation = greatest(token_generation, (extract(epoch from now()) / 60)::integer) + 1`;

/** What decides on access, as the text of an object of arrays of rows. @throws ExplainedError */
async function readAccess(databaseUrl: string): Promise<string> {
  let client: pg.Client | undefined;
  try {
    client = await connect({ connectionString: databaseUrl, application_name: 'auth', connectionTimeoutMillis: 5_000 });
    await client.query(`set statement_timeout = '30s'`);
    const { rows } = await client.query<{ access: string }>(access);
    return rows[0]?.access ?? '';
  } catch (error) {
    throw new ExplainedError(`the database of --from can't be read: ${String(error)}`);
  } finally {
    await client?.end();
  }
}

const copied = [
  'users',
  'oauth_applications',
  'client_secrets',
  'client_keys',
  'revoked_tokens',
  'signing_keys',
  'used_assertions',
] as const;

type CopiedTable = (typeof copied)[number];

const rowsOf = (name: CopiedTable) => `'${name}', (select coalesce(json_agg(r), '[]') from auth.${name} r)`;

const access = `select json_build_object(${copied.map(rowsOf).join(', ')})::text as access`;

const insertFrom = (name: CopiedTable) => `
  insert into auth.${name} select * from json_populate_recordset(null::auth.${name}, $1::json -> '${name}')`;

type Counts = { users: number; applications: number; secrets: number };

const counted = `
  select (select count(*)::integer from auth.users) as users,
    (select count(*)::integer from auth.oauth_applications) as applications,
    (select count(*)::integer from auth.client_secrets) as secrets`;

type Access = { clientId: string; userId: string; companyId: string | null; secretsFrom: Date | null };

const withAccess = `
  select a.client_id as "clientId", u.id as "userId", u.company_id as "companyId", max(s.created_at) as "secretsFrom"
  from auth.oauth_applications a join auth.users u on u.id = a.user_id
  left join auth.client_secrets s
    on s.client_id = a.client_id and not a.secrets_refused and (s.expires_at is null or s.expires_at > now())
  where a.revoked_at is null and u.status = 'active'
    and (s.id is not null or exists (select from auth.client_keys k where k.client_id = a.client_id))
  group by 1, 2, 3 order by 1`;
