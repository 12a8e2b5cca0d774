import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { StartError } from '../runtime/process/program.ts';
import { inOneTransaction } from './migrate-schema.ts';

const statements = path.join(import.meta.dirname, '../services/reporting/migrations/distribute.sql');

/** @throws StartError where the database has no Citus, or no node that takes shards */
export async function requireCitus(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'migrate' });
  await client.connect();
  try {
    const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
    if (rowCount === 0) throw new StartError('--distribute needs Citus: "create extension citus" on every node.');
    const workers = await client.query('select from pg_dist_node where isactive and shouldhaveshards');
    if (workers.rowCount === 0)
      throw new StartError('--distribute needs a worker: "select citus_add_node(HOST, PORT)".');
  } finally {
    await client.end();
  }
}

/** Spreads the tables of the migrated schema reporting over the nodes of the Citus cluster, all or nothing. */
export async function distribute(databaseUrl: string): Promise<void> {
  const distribution = await readFile(statements, 'utf8');
  await inOneTransaction(databaseUrl, async (client) => {
    await client.query(distribution);
  });
}
