import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrationRecord } from '../../runtime/postgres/migrations.ts';

/**
 * What a role may do, and nothing else: reporting reads its schema, auth keeps its own, a writer writes what the import does, a backup reads
 * all there is.
 */
const rights = {
  auth: (role: string) => [
    `grant usage on schema auth to ${role}`,
    `grant select, insert, update, delete on all tables in schema auth to ${role}`,
    `revoke insert, delete on auth.users from ${role}`,
    `revoke update, delete on auth.audit_events from ${role}`,
  ],
  reporting: (role: string) => [
    `grant usage on schema reporting to ${role}`,
    `grant select on all tables in schema reporting to ${role}`,
  ],
  writer: (role: string) => [
    `grant usage on schema auth, reporting to ${role}`,
    `grant select on all tables in schema reporting to ${role}`,
    `grant insert, update, delete on ${writable} to ${role}`,
    `grant select, insert, update, delete on auth.oauth_applications, auth.client_secrets to ${role}`,
    // Not the company of a user that is there: the owner moves users.
    `grant select, insert, update (first_name, last_name, status, external_id) on auth.users to ${role}`,
    // The import has its files there before it compares them.
    `do $$ begin execute format('grant temporary on database %I to %s', current_database(), ${pg.escapeLiteral(role)}); end $$`,
  ],
  backup: (role: string) => [
    `grant usage on schema auth, reporting to ${role}`,
    `grant select on all tables in schema auth, reporting to ${role}`,
    `grant select on all sequences in schema auth, reporting to ${role}`,
  ],
};

const writable = ['companies', 'people', 'teams', 'contracts', 'scheduled_payments', 'timesheet_days']
  .map((table) => `reporting.${table}`)
  .join(', ');

type Service = keyof typeof rights;

/** The `DATABASE_URL` of each service. */
export type ServiceUrls = Partial<Record<Service, string | undefined>>;

/**
 * Finds out which roles can log in, and returns what gives each service's role the rights that it needs and no more. That creates a role
 * that is missing, and sets its password where login failed. The rights fit the newest version of the schemas, whose owner
 * the client must be, and one who may make roles.
 */
export async function prepareRoles(serviceUrls: ServiceUrls): Promise<(client: pg.Client) => Promise<void>> {
  const roles: { service: Service; url: string; canLogIn: boolean }[] = [];
  for (const service of Object.keys(rights) as Service[]) {
    const url = serviceUrls[service];
    if (url !== undefined) roles.push({ service, url, canLogIn: await canConnect(url) });
  }
  return async (client) => {
    for (const { service, url, canLogIn } of roles) await grantRole(client, service, url, canLogIn);
  };
}

async function grantRole(client: pg.Client, service: Service, serviceUrl: string, canLogIn: boolean): Promise<void> {
  const { username, password } = new URL(serviceUrl);
  const name = decodeURIComponent(username);
  const role = pg.escapeIdentifier(name);
  const { rows } = await client.query<{ owner: string; exists: boolean; database: string }>(
    'select current_user as owner, current_database() as database, exists (select from pg_roles where rolname = $1) as exists',
    [name],
  );
  const [{ owner, exists, database } = { owner: '', exists: false, database: '' }] = rows;
  if (owner === name)
    throw new Error(`the URL of ${service} names the owner of the schemas, ${name}: it needs a role of its own`);
  if (!exists) await client.query(`create role ${role}`);
  if (!canLogIn) {
    const verifier = pg.escapeLiteral(scramVerifier(decodeURIComponent(password)));
    await client.query(`alter role ${role} login password ${verifier}`);
  }
  // Postgres grants these to everybody: before version 15 the first, and always the others.
  await client.query('revoke create on schema public from public');
  await client.query(`revoke temporary on database ${pg.escapeIdentifier(database)} from public`);
  // A superuser revokes it; others get a warning of Postgres.
  await client.query(
    'revoke execute on function lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) from public',
  );
  for (const schema of ['auth', 'reporting']) {
    await client.query(`revoke all on all tables in schema ${schema} from ${role}`);
    await client.query(`revoke all on schema ${schema} from ${role}`);
  }
  await client.query(`grant usage on schema public to ${role}`);
  await client.query(`grant select on ${migrationRecord} to ${role}`);
  for (const statement of rights[service](role)) await client.query(statement);
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'migrate', connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What Postgres keeps of a password: sent in its place, so that no log of statements ever has it. RFC 5803. */
function scramVerifier(password: string): string {
  const iterations = 4_096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}
