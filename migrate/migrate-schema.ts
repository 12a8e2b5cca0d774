import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { Umzug } from 'umzug';
import type { Logger } from '../runtime/logger.ts';
import { migrationRecord, readMigrations, requireMigrations } from '../runtime/postgres/migrations.ts';
import type { AppliedMigration } from '../runtime/postgres/migrations.ts';
import { connect } from '../runtime/postgres/session.ts';
import { StartError } from '../runtime/process/start-error.ts';
import { inOneTransaction } from './in-one-transaction.ts';
import { tables, tablesLocked } from './locked-tables.ts';
import { prepareRoles } from './roles.ts';
import type { ServiceUrls } from './roles.ts';

export type MigratedSchema = { schema: string; directory: string };

/**
 * A migration that was applied, such as `auth 0001-baseline`, how long it took, and which tables of before it has locked so that others can't
 * read them, or can't write. They are locked until all have been applied.
 */
type Applied = { migration: string; tookMs: number; unreadable: string[]; unwritable: string[] };

type Options = {
  /** Renews the rights of these in the same transaction. */
  roles?: ServiceUrls;
  log?: Logger | undefined;
  lockWaitMs?: number;
};

/**
 * All or nothing.
 * @returns the migrations that this took
 * @throws StartError where a migration was edited after the database has it
 */
export async function migrateUp(
  databaseUrl: string,
  schemas: MigratedSchema[],
  { roles, ...options }: Options = {},
): Promise<Applied[]> {
  const grant = roles && (await prepareRoles(roles));
  return inOneTransaction(databaseUrl, options, async (client) => {
    await requireUtf8(client);
    const applied: Applied[] = [];
    const before = await tables(client);
    for (const migrated of schemas) {
      const umzug = await migrations(client, migrated);
      let startedAt = performance.now();
      umzug.on('migrating', () => {
        startedAt = performance.now();
      });
      umzug.on('migrated', async ({ name }) => {
        const tookMs = Math.round(performance.now() - startedAt);
        applied.push({ migration: `${migrated.schema} ${name}`, tookMs, ...(await tablesLocked(client, before)) });
      });
      await umzug.up();
    }
    await grant?.(client);
    await warnOfUnseenSnapshots(client, options.log);
    return applied;
  });
}

/** Whether the database has every migration: a role that may not migrate can tell. */
export async function isMigrated(databaseUrl: string, schemas: MigratedSchema[]): Promise<boolean> {
  const client = await connect({ connectionString: databaseUrl, application_name: 'migrate' });
  try {
    const run = async (statement: string, values: unknown[]) =>
      (await client.query<AppliedMigration>(statement, values)).rows;
    for (const { schema, directory } of schemas) await requireMigrations(schema, directory, run);
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/** Undoes every migration of the schemas, the last first. */
export async function migrateDown(databaseUrl: string, schemas: MigratedSchema[]): Promise<void> {
  await inOneTransaction(databaseUrl, {}, async (client) => {
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

async function warnOfUnseenSnapshots(client: pg.Client, log: Logger | undefined): Promise<void> {
  const seen = "select current_user as owner, pg_has_role('pg_read_all_stats', 'usage') as sees";
  const { rows } = await client.query<{ owner: string; sees: boolean }>(seen);
  for (const { owner, sees } of rows)
    if (!sees) log?.warn({ owner, remedy: `grant pg_monitor to ${pg.escapeIdentifier(owner)}` }, unseenSnapshots);
}

const unseenSnapshots =
  'the owner of the schemas sees no snapshots of other roles: while one is open for long, writes become slower, and no alert says so';

async function migrations(client: pg.Client, { schema, directory }: MigratedSchema): Promise<Umzug<pg.Client>> {
  await client.query(
    `create table if not exists ${migrationRecord} (
       schema text not null,
       name text not null,
       applied_at timestamptz not null default now(),
       checksum text not null,
       primary key (schema, name)
     )`,
  );
  const files = readMigrations(directory);
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]));
  const { rows: applied } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${migrationRecord} where schema = $1 order by name`,
    [schema],
  );
  for (const { name, checksum } of applied) {
    if (checksums.has(name) && checksums.get(name) !== checksum) throw new StartError(edited(schema, name));
  }
  const run = async (file: string) => client.query(await readFile(file, 'utf8'));
  return new Umzug({
    context: client,
    logger: undefined,
    migrations: files.map(({ name, up, down }) => ({ name, up: () => run(up), down: () => run(down) })),
    storage: {
      logMigration: async ({ name }) => {
        const insert = `insert into ${migrationRecord} (schema, name, checksum) values ($1, $2, $3)`;
        await client.query(insert, [schema, name, checksums.get(name)]);
      },
      unlogMigration: async ({ name }) => {
        await client.query(`delete from ${migrationRecord} where schema = $1 and name = $2`, [schema, name]);
      },
      executed: async () => applied.map(({ name }) => name),
    },
  });
}

const edited = (schema: string, name: string) =>
  `Migration ${schema} ${name} is not the one that this database has: its file was edited since. Restore the file and write a new migration. Where no release has it yet, make the database anew.`;
