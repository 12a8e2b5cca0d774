import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startLocalPostgres } from '../../local/postgres.ts';
import { serviceUrls } from '../../local/service-urls.ts';
import { grantRoles } from '../../services/migrate/roles.ts';
import { schemas } from '../../services/migrate/schemas.ts';
import { migrateUp } from '../../runtime/migrate.ts';
import { templateDatabase } from './database.ts';

/** One Postgres for the whole run, and in it a migrated database that each test file clones. */
export default async function globalSetup(): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-test-'));
  const postgres = await startLocalPostgres(directory, { fsync: 'off', max_connections: '300' });
  Object.assign(globalThis, { testPostgres: { postgres, directory } });
  process.env.TEST_POSTGRES_URL = postgres.urlOf('postgres');
  const client = new pg.Client(postgres.urlOf('postgres'));
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  await migrateUp(postgres.urlOf(templateDatabase), schemas);
  await grantRoles(postgres.urlOf(templateDatabase), serviceUrls(postgres.urlOf(templateDatabase)));
}
