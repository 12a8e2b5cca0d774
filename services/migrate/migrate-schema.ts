import type pg from 'pg';
import { migrationRecord, missingMigrations, requireMigrations } from '../../runtime/postgres/migrations.ts';
import type { Migration } from '../../runtime/postgres/migrations.ts';
import { connect } from '../../runtime/postgres/session.ts';
import { exclusively } from './exclusively.ts';
import type { Options as LockOptions } from './exclusively.ts';
import { prepareRoles } from './roles.ts';
import type { ServiceUrls } from './roles.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';

export type MigratedSchema = { schema: string; directory: string };

/** A migration that was applied, such as `auth 0001-baseline`. What it locks is locked until all have been applied. */
type Applied = { migration: string; tookMs: number };

/** `roles`: renews the rights of these in the same transaction. */
type Options = LockOptions & { roles?: ServiceUrls };

type Pending = Migration & { schema: string };

/**
 * All or nothing.
 * @returns the migrations that this took
 * @throws ExplainedError where a migration was edited after the database has it
 */
export async function migrateUp(
  databaseUrl: string,
  schemas: MigratedSchema[],
  { roles, ...options }: Options = {},
): Promise<Applied[]> {
  const grant = roles && (await prepareRoles(roles));
  return exclusively(databaseUrl, options, async (client) => {
    const applied: Applied[] = [];
    for (const migration of await pendingMigrations(client, schemas)) applied.push(await apply(client, migration));
    await grant?.(client);
    return applied;
  });
}

async function apply(client: pg.Client, { schema, name, sql, checksum }: Pending): Promise<Applied> {
  const startedAt = performance.now();
  const migration = `${schema} ${name}`;
  try {
    await client.query(sql);
  } catch (error) {
    throw new ExplainedError(`Migration ${migration}: ${(error as Error).message}`, { cause: error });
  }
  const insert = `insert into ${migrationRecord} (schema, name, checksum) values ($1, $2, $3)`;
  await client.query(insert, [schema, name, checksum]);
  return { migration, tookMs: Math.round(performance.now() - startedAt) };
}

/** Whether the database has every migration: a role that may not migrate can tell. */
export async function isMigrated(databaseUrl: string, schemas: MigratedSchema[]): Promise<boolean> {
  const client = await connect({ connectionString: databaseUrl, application_name: 'migrate' });
  try {
    for (const { schema, directory } of schemas) await requireMigrations(schema, directory, runIn(client));
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/** @throws ExplainedError where one that the database has was edited since */
async function pendingMigrations(client: pg.Client, schemas: MigratedSchema[]) {
  await client.query(
    `create table if not exists ${migrationRecord} (
       schema text not null,
       name text not null,
       applied_at timestamptz not null default now(),
       checksum text not null,
       primary key (schema, name)
     )`,
  );
  const pending = [];
  for (const { schema, directory } of schemas)
    pending.push(...(await missingMigrations(schema, directory, runIn(client))));
  for (const { schema, name, isEdited } of pending) if (isEdited) throw new ExplainedError(edited(schema, name));
  return pending;
}

function runIn(client: pg.Client) {
  return async (statement: string, values: unknown[]) =>
    (await client.query<{ name: string; checksum: string }>(statement, values)).rows;
}

const edited = (schema: string, name: string) =>
  `Migration ${schema} ${name} is not the one that this database has: its file was edited since. Restore the file and write a new migration. Where no release has it yet, make the database anew.`;
