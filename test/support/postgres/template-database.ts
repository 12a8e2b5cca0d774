import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { startLocalPostgres } from '../../../local/postgres/postgres.ts';
import type { LocalPostgres } from '../../../local/postgres/postgres.ts';
import { serviceUrls } from '../../../local/service-urls.ts';
import { migrateUp } from '../../../services/migrate/migrate-schema.ts';
import { schemas } from '../../../services/migrate/schemas.ts';
import { startCleaner } from '../programs/cleaner.ts';
import { query, templateDatabase } from './database.ts';

/** A Postgres for this run only, which ends with it, and in it the migrated database that `createDatabase` clones, with a key to sign tokens. */
export async function startTemplate(): Promise<LocalPostgres> {
  const postgres = await startLocalPostgres(await startCleaner(), { fsync: 'off', max_connections: '300' });
  process.env.TEST_POSTGRES_URL = postgres.urlOf('postgres');
  await query(postgres.urlOf('postgres'), `create database ${templateDatabase}`);
  const template = postgres.urlOf(templateDatabase);
  await migrateUp(template, schemas, { roles: serviceUrls(template) });
  // Otherwise each auth makes one when it starts, which takes 0.3 s of processor time.
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const insert = 'insert into auth.signing_keys (kid, private_key) values ($1, $2)';
  await query(template, insert, [randomUUID(), pem]);
  return postgres;
}

/** Works with a Postgres of its own that has the template. */
export async function withTemplateDatabase(work: () => Promise<unknown>): Promise<void> {
  const postgres = await startTemplate();
  try {
    await work();
  } finally {
    await postgres.stop();
  }
}
