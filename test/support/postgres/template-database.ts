import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLocalPostgres } from '../../../local/postgres/postgres.ts';
import type { LocalPostgres } from '../../../local/postgres/postgres.ts';
import { serviceUrls } from '../../../local/service-urls.ts';
import { migrateUp } from '../../../migrate/migrate-schema.ts';
import { grantRoles } from '../../../migrate/roles.ts';
import { schemas } from '../../../migrate/schemas.ts';
import { query, templateDatabase } from './database.ts';

/** Makes the migrated database that `createDatabase` clones. */
export async function createTemplate(postgres: LocalPostgres): Promise<void> {
  process.env.TEST_POSTGRES_URL = postgres.urlOf('postgres');
  await query(postgres.urlOf('postgres'), `create database ${templateDatabase}`);
  const template = postgres.urlOf(templateDatabase);
  await migrateUp(template, schemas);
  await grantRoles(template, serviceUrls(template));
}

/** Works with a Postgres of its own that has the template. A signal ends it too. */
export async function withTemplateDatabase(work: () => Promise<unknown>): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-check-'));
  const postgres = await startLocalPostgres(directory, { fsync: 'off', max_connections: '300' });
  const stop = async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop().finally(() => process.exit(130)));
  try {
    await createTemplate(postgres);
    await work();
  } finally {
    await stop();
  }
}
