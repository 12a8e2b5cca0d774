import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../../runtime/logger.ts';
import { connect } from '../../runtime/postgres/session.ts';
import { exclusively } from './exclusively.ts';
import { prepareRoles } from './roles.ts';
import type { ServiceUrls } from './roles.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';

type Options = { roles?: ServiceUrls; log?: Logger };

const file = path.join(import.meta.dirname, '../reporting/migrations/distribute.sql');

/**
 * Citus copies the owner's role to the workers with its first schema. Only a superuser may have that done within a transaction.
 * @throws ExplainedError where the database has no Citus, or no node that takes shards
 */
export async function prepareCitus(databaseUrl: string): Promise<void> {
  const client = await connect({ connectionString: databaseUrl, application_name: 'migrate' });
  try {
    const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
    if (rowCount === 0) throw new ExplainedError('--distribute needs Citus: "create extension citus" on every node.');
    const workers = await client.query('select from pg_dist_node where isactive and shouldhaveshards');
    if (workers.rowCount === 0)
      throw new ExplainedError('--distribute needs a worker: "select citus_add_node(HOST, PORT)".');
    await client.query('create schema if not exists citus_owner');
    await client.query('create or replace function citus_owner.known() returns void language sql as $$ $$');
    await client.query('drop schema citus_owner cascade');
  } finally {
    await client.end();
  }
}

/** Spreads the tables of the migrated schema reporting over the nodes of the Citus cluster, all or nothing. */
export async function distribute(databaseUrl: string, { roles = {}, log }: Options = {}): Promise<void> {
  const distribution = await readFile(file, 'utf8');
  const grant = await prepareRoles(roles);
  await exclusively(databaseUrl, { log }, async (client) => {
    await client.query(distribution);
    await grant(client);
  });
}
