import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ExplainedError } from '../explained-error.ts';

/** The names and checksums of the migrations that a database has. In `public`, since the first migration makes the schema. */
export const migrationRecord = 'public.client_reporting_migrations';

/** `checksum` is the SHA-256 of the SQL, in hex. */
export type Migration = { name: string; sql: string; checksum: string };

type Query = (statement: string, values: unknown[]) => Promise<{ name: string; checksum: string }[]>;

/** The migrations in a directory, the oldest first. */
export function readMigrations(directory: string): Migration[] {
  const files = readdirSync(directory).filter((file) => /^\d{4}-.*\.sql$/.test(file));
  return files.sort().map((file) => {
    // A checkout of Windows may end lines with CR LF.
    const sql = readFileSync(path.join(directory, file), 'utf8').replaceAll('\r\n', '\n');
    return { name: path.basename(file, '.sql'), sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** The migrations of this build that the database doesn't have, or has another version of. */
export async function missingMigrations(schema: string, directory: string, query: Query) {
  const rows = await query(`select name, checksum from ${migrationRecord} where schema = $1`, [schema]);
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  return readMigrations(directory)
    .filter(({ name, checksum }) => applied.get(name) !== checksum)
    .map((migration) => ({ schema, ...migration, isEdited: applied.has(migration.name) }));
}

/** @throws ExplainedError the first of those that are missing */
export async function requireMigrations(schema: string, directory: string, query: Query): Promise<void> {
  const [missing] = await missingMigrations(schema, directory, query);
  if (!missing) return;
  throw new ExplainedError(`migration ${schema} ${missing.name}${missing.isEdited ? ' (another version)' : ''}`);
}
