import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { Umzug } from 'umzug';
import { StartError } from '../runtime/process/program.ts';

export type MigratedSchema = { schema: string; directory: string };

/** @returns the migrations that this took, such as `auth 0001-baseline` */
export async function migrateUp(databaseUrl: string, schemas: MigratedSchema[]): Promise<string[]> {
  const applied: string[] = [];
  await inOneTransaction(databaseUrl, async (client) => {
    await requireUtf8(client);
    for (const migrated of schemas) {
      const done = await (await migrations(client, migrated)).up();
      applied.push(...done.map(({ name }) => `${migrated.schema} ${name}`));
    }
  });
  return applied;
}

/** Undoes every migration of the schemas, the last first. */
export async function migrateDown(databaseUrl: string, schemas: MigratedSchema[]): Promise<void> {
  await inOneTransaction(databaseUrl, async (client) => {
    for (const schema of schemas.toReversed()) await (await migrations(client, schema)).down({ to: 0 });
  });
}

async function requireUtf8(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  const remedy = `create database NAME template template0 encoding 'UTF8'`;
  throw new StartError(`The database has the encoding ${encoding}, and needs UTF8: ${remedy}`);
}

const advisoryLock = 7_215_001;
const lockLimit = '5s';

/** Runs work that changes the schemas; who else does so waits. */
export async function inOneTransaction(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'migrate' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
    // A statement that waits for a table makes all later ones wait too: better to give up, and try again.
    await client.query(`set local lock_timeout = '${lockLimit}'`);
    // With Citus, a change of distributed tables can precede one of a reference table only so. Elsewhere nothing reads it.
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    await work(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function migrations(client: pg.Client, { schema, directory }: MigratedSchema): Promise<Umzug<pg.Client>> {
  // The record lives in `public`, because the first migration makes the schema and its undoing drops it.
  const record = 'public.client_reporting_migrations';
  await client.query(
    `create table if not exists ${record} (
       schema text not null,
       name text not null,
       applied_at timestamptz not null default now(),
       primary key (schema, name)
     )`,
  );
  const names = (await readdir(directory)).filter((file) => file.endsWith('.up.sql')).sort();
  const run = async (file: string) => {
    await client.query(await readFile(path.join(directory, file), 'utf8'));
  };
  return new Umzug({
    context: client,
    logger: undefined,
    migrations: names.map((file) => {
      const name = path.basename(file, '.up.sql');
      return { name, up: () => run(`${name}.up.sql`), down: () => run(`${name}.down.sql`) };
    }),
    storage: {
      logMigration: async ({ name }) => {
        await client.query(`insert into ${record} (schema, name) values ($1, $2)`, [schema, name]);
      },
      unlogMigration: async ({ name }) => {
        await client.query(`delete from ${record} where schema = $1 and name = $2`, [schema, name]);
      },
      executed: async () => {
        const { rows } = await client.query<{ name: string }>(
          `select name from ${record} where schema = $1 order by name`,
          [schema],
        );
        return rows.map(({ name }) => name);
      },
    },
  });
}
