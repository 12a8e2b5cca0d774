import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { serviceUrls } from '../../local/service-urls.ts';
import { migrateUp } from '../../migrate/migrate-schema.ts';
import { runCommand } from '../support/programs/command.ts';
import { createDatabase, query } from '../support/postgres/database.ts';
import { load } from '../support/programs/product.ts';
import { company } from '../support/fixtures.ts';

/** Each service's own role in the database: what it may do, and more that it tries. */
let databaseUrl: string;
let urls: ReturnType<typeof serviceUrls>;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  urls = serviceUrls(databaseUrl);
  await load(databaseUrl, company('acme'));
});

const denied = '42501';

async function codeOf(url: string, statement: string): Promise<string> {
  return query(url, statement).then(
    () => 'done',
    (error: unknown) => String((error as pg.DatabaseError).code),
  );
}

describe('the role of reporting', () => {
  it('reads every table and view of its schema', async () => {
    const names = await query<{ name: string }>(
      databaseUrl,
      "select oid::regclass::text as name from pg_class where relnamespace = 'reporting'::regnamespace and relkind in ('r', 'v', 'p')",
    );
    expect(names.length).toBeGreaterThan(10);
    for (const { name } of names)
      expect([name, await codeOf(urls.reporting, `select from ${name}`)]).toEqual([name, 'done']);
  });

  it.each([
    "insert into reporting.companies (id, name) values ('mine', 'Mine')",
    "update reporting.companies set name = 'Mine'",
    'delete from reporting.scheduled_payments',
    'truncate reporting.data_versions',
    "select reporting.rebuild('scheduled_payments'), reporting.rebuild('timesheet_days')",
    'drop table reporting.companies',
    'create table reporting.mine ()',
    'create table public.mine ()',
    'create schema mine',
    'create role mine',
    'select from auth.users',
    'select from auth.oauth_applications',
    'select from auth.signing_keys',
    'delete from public.client_reporting_migrations',
    "select pg_read_file('postgresql.conf')",
    "copy reporting.companies to program 'cat'",
    'alter role client_reporting_reporting superuser',
    'set role client_reporting_auth',
  ])('may not: %s', async (statement) => {
    expect(await codeOf(urls.reporting, statement)).toBe(denied);
  });
});

describe('the role of auth', () => {
  it('keeps applications and keys, and the state of users', async () => {
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
    'truncate auth.users',
    'create table auth.mine ()',
    'create table public.mine ()',
    'drop table auth.signing_keys',
    'select from reporting.companies',
    'select from reporting.scheduled_payments',
    'delete from public.client_reporting_migrations',
    'create role mine',
    'set role client_reporting_reporting',
  ])('may not: %s', async (statement) => {
    expect(await codeOf(urls.auth, statement)).toBe(denied);
  });
});

describe('npm run migrate with the URLs of the services', () => {
  const names = { auth: `auth_${Date.now()}`, reporting: `Reporting "${Date.now()}"` };
  const urlOf = (service: keyof typeof names, password: string) => {
    const url = new URL(databaseUrl);
    Object.assign(url, { username: encodeURIComponent(names[service]), password: encodeURIComponent(password) });
    return url.href;
  };
  const migrate = (password: string) =>
    runCommand('node', ['dist/migrate/main.js'], {
      DATABASE_URL: databaseUrl,
      AUTH_DATABASE_URL: urlOf('auth', password),
      REPORTING_DATABASE_URL: urlOf('reporting', password),
    });
  afterAll(async () => {
    for (const name of Object.values(names)) {
      const role = pg.escapeIdentifier(name);
      await query(databaseUrl, `drop owned by ${role}; drop role ${role}`);
    }
  });

  it('makes the roles, changes their passwords, takes back what they were given beside, and may be repeated', async () => {
    expect(await migrate('a/password:with@signs%')).toMatchObject({ status: 0, stderr: '' });
    expect(await codeOf(urlOf('reporting', 'a/password:with@signs%'), 'select from reporting.companies')).toBe('done');
    await query(databaseUrl, `grant select on auth.users to ${pg.escapeIdentifier(names.reporting)}`);
    expect(await migrate('another')).toMatchObject({ status: 0, stderr: '' });
    expect(await migrate('another')).toMatchObject({ status: 0, stderr: '' });
    expect(await codeOf(urlOf('auth', 'another'), 'select from auth.users')).toBe('done');
    expect(await codeOf(urlOf('auth', 'a/password:with@signs%'), 'select')).toBe('28P01');
    expect(await codeOf(urlOf('reporting', 'another'), 'select from auth.users')).toBe(denied);
  });

  it('lets neither of them make temporary tables, as Postgres lets everybody', async () => {
    expect(await migrate('another')).toMatchObject({ status: 0 });
    for (const service of ['auth', 'reporting'] as const) {
      expect(await codeOf(urlOf(service, 'another'), 'create temporary table mine ()')).toBe(denied);
    }
  });

  it('refuses to take rights from the owner of the schemas', async () => {
    await expect(migrateUp(databaseUrl, [], { roles: { auth: databaseUrl, reporting: undefined } })).rejects.toThrow(
      'the URL of auth names the owner of the schemas, postgres: it needs a role of its own',
    );
  });
});
