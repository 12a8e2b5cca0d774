import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { serviceUrls } from '../../../local/service-urls.ts';
import { migrateUp } from '../../../services/migrate/migrate-schema.ts';
import { temporaryDirectory, writeFiles } from '../../support/files.ts';
import { pepperSetting } from '../../support/pepper.ts';
import { runCommand } from '../../support/programs/command.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { company } from '../../support/fixtures.ts';

/** Each service's own role in the database: what it may do, and more that it tries. */
const databaseUrl = await createDatabase();
const urls = serviceUrls(databaseUrl);
await load(databaseUrl, company('acme'));

const denied = '42501';

async function codeOf(url: string, statement: string): Promise<string> {
  return query(url, statement).then(
    () => 'done',
    (error: unknown) => String((error as pg.DatabaseError).code),
  );
}

it('The role of reporting reads every table and view of its schema', async () => {
  const names = await query<{ name: string }>(
    databaseUrl,
    "select oid::regclass::text as name from pg_class where relnamespace = 'reporting'::regnamespace and relkind in ('r', 'v', 'p')",
  );
  expect(names.length).toBeGreaterThan(10);
  for (const { name } of names)
    expect([name, await codeOf(urls.reporting, `select from ${name}`)]).toEqual([name, 'done']);
});

it.each([
  `select reporting.log_change('acme', 'all')`,
  'drop table reporting.companies',
  'create schema mine',
  'create role mine',
  'select from auth.oauth_applications',
  'select from auth.signing_keys',
  "select pg_read_file('postgresql.conf')",
  "copy reporting.companies to program 'cat'",
  'alter role client_reporting_reporting superuser',
  'set role client_reporting_auth',
])('The role of reporting may not: %s', async (statement) => {
  expect(await codeOf(urls.reporting, statement)).toBe(denied);
});

it('The role of auth keeps applications and keys, and the state of users', async () => {
  for (const statement of [
    "update auth.users set status = 'active'",
    "update auth.oauth_applications set grant_types = '{client_credentials}'",
    'select from auth.signing_keys',
  ]) {
    expect([statement, await codeOf(urls.auth, statement)]).toEqual([statement, 'done']);
  }
});

it.each([
  "insert into auth.users (id, first_name, last_name, status) values ('mine', '', '', 'active')",
  'delete from auth.users',
  'drop table auth.signing_keys',
  'select from reporting.scheduled_payments',
  'create role mine',
  'set role client_reporting_reporting',
])('The role of auth may not: %s', async (statement) => {
  expect(await codeOf(urls.auth, statement)).toBe(denied);
});

it.each([
  ['reporting', 'auth|public|reporting'],
  ['auth', 'public|reporting'],
])('The role of %s may write no table of %s, nor make one anywhere', async (role, schemas) => {
  const rights = `
    select oid::regclass || ' ' || privilege as of from pg_class, unnest('{insert,update,delete,truncate}'::text[]) privilege
    where relnamespace::regnamespace::text ~ $2 and relkind in ('r', 'p') and has_table_privilege($1, oid, privilege)
    union all
    select nspname || ' create' from pg_namespace where nspname ~ '^(auth|public|reporting)$' and has_schema_privilege($1, oid, 'create')`;
  expect(await query(databaseUrl, rights, [`client_reporting_${role}`, `^(${schemas})$`])).toEqual([]);
});

describe('npm run migrate with the URLs of the services', () => {
  const names = {
    auth: `auth_${Date.now()}`,
    reporting: `Reporting "${Date.now()}"`,
    writer: `writer_${Date.now()}`,
    backup: `backup_${Date.now()}`,
  };
  const urlOf = (service: keyof typeof names, password: string) => {
    const url = new URL(databaseUrl);
    Object.assign(url, { username: encodeURIComponent(names[service]), password: encodeURIComponent(password) });
    return url.href;
  };
  const migrate = (password: string) =>
    runCommand('node', ['dist/services/migrate/main.js'], {
      DATABASE_URL: databaseUrl,
      AUTH_DATABASE_URL: urlOf('auth', password),
      REPORTING_DATABASE_URL: urlOf('reporting', password),
      WRITER_DATABASE_URL: urlOf('writer', password),
      BACKUP_DATABASE_URL: urlOf('backup', password),
    });
  afterAll(async () => {
    for (const name of Object.values(names)) {
      const role = pg.escapeIdentifier(name);
      await query(databaseUrl, `drop owned by ${role}; drop role ${role}`);
    }
  });

  it('The command makes the roles, changes their passwords, takes back other rights, and may be repeated', async () => {
    expect(await migrate('a/password:with@signs%')).toMatchObject({ status: 0, stderr: '' });
    expect(await codeOf(urlOf('reporting', 'a/password:with@signs%'), 'select from reporting.companies')).toBe('done');
    await query(databaseUrl, `grant select on auth.users to ${pg.escapeIdentifier(names.reporting)}`);
    expect(await migrate('another')).toMatchObject({ status: 0, stderr: '' });
    expect(await migrate('another')).toMatchObject({ status: 0, stderr: '' });
    expect(await codeOf(urlOf('auth', 'another'), 'select from auth.users')).toBe('done');
    expect(await codeOf(urlOf('auth', 'a/password:with@signs%'), 'select')).toBe('28P01');
    expect(await codeOf(urlOf('reporting', 'another'), 'select from auth.users')).toBe(denied);
    // Which Postgres lets everybody.
    for (const service of ['auth', 'reporting', 'writer'] as const)
      expect(await codeOf(urlOf(service, 'another'), 'select lo_create(0)')).toBe(denied);
    for (const service of ['auth', 'reporting'] as const)
      expect(await codeOf(urlOf(service, 'another'), 'create temporary table mine ()')).toBe(denied);
  });

  it('The command lets a writer import, and write what the import does, and nothing else', async () => {
    const { directory } = await temporaryDirectory();
    const folder = await writeFiles(directory, {
      'companies.csv': 'id,name\nwritten,Written\n',
      'users.csv': 'id,company_id,first_name,last_name,status\nwriter,written,W,R,active\n',
      'oauth_applications.csv': `client_id,client_secret,user_id\nwritten,crs_${'a'.repeat(30)},writer\n`,
      'people.csv': 'id,first_name,last_name\nada,Ada,L\n',
      'contracts.csv':
        'id,company_id,type,title,contractor_id,employer_id,team_id,rate\nw1,written,fixed,Web,ada,ada,,\n',
      'scheduled_payments.csv':
        'id,contract_id,name,amount,paid_amount,status,scheduled_payment_on\np1,w1,First,10,0,upcoming,2024-03-01\n',
    });
    const url = urlOf('writer', 'another');
    const settings = { DATABASE_URL: url, ...pepperSetting };
    const imported = await runCommand('node', ['dist/services/import/main.js', folder], settings);
    expect(imported).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('Imported 6 rows') });
    expect(await query(databaseUrl, 'select * from reporting.roll_up_differences')).toEqual([]);
    expect(await codeOf(url, "delete from reporting.scheduled_payments where company_id = 'written'")).toBe('done');
    const moved = await writeFiles(directory, {
      'companies.csv': 'id,name\nother,Other\n',
      'users.csv': 'id,company_id,first_name,last_name,status\nwriter,other,W,R,active\n',
    });
    expect(await runCommand('node', ['dist/services/import/main.js', moved], settings)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('permission denied for table users'),
    });
    const refused = [
      "update auth.users set company_id = 'other'",
      'select from auth.signing_keys',
      'delete from reporting.changes',
      'delete from auth.audit_events',
    ];
    for (const statement of [...refused, 'truncate reporting.people', 'create table reporting.mine ()'])
      expect([statement, await codeOf(url, statement)]).toEqual([statement, denied]);
  });

  it('The command lets a backup read everything, and change nothing', async () => {
    const url = urlOf('backup', 'another');
    const tables = await query<{ name: string }>(
      databaseUrl,
      `select oid::regclass::text as name from pg_class where relkind in ('r', 'S') and relnamespace::regnamespace::text in ('auth', 'reporting', 'public')`,
    );
    expect(tables.length).toBeGreaterThan(15);
    for (const { name } of tables) expect([name, await codeOf(url, `select from ${name}`)]).toEqual([name, 'done']);
    expect(await codeOf(url, "update reporting.companies set name = 'Mine'")).toBe(denied);
    expect(await codeOf(url, 'delete from auth.users')).toBe(denied);
  });

  it('The command refuses to take rights from the owner of the schemas', async () => {
    await expect(migrateUp(databaseUrl, [], { roles: { auth: databaseUrl, reporting: undefined } })).rejects.toThrow(
      'the URL of auth names the owner of the schemas, postgres: it needs a role of its own',
    );
  });
});
