import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ExplainedError } from '../explained-error.ts';

/** The names and checksums of the migrations that a database has. In `public`, since the first migration makes the schema. */
export const migrationRecord = 'public.client_reporting_migrations';

/** `checksum` is the SHA-256 of the SQL, in hex. */
export type Migration = { name: string; sql: string; checksum: string };

export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

/** The migrations in a directory, the oldest first. */
export function readMigrations(directory: string): Migration[] {
  const files = readdirSync(directory).filter((file) => /^\d{4}-.*\.sql$/.test(file));
  return files.sort().map((file) => {
    // A checkout of Windows may end lines with CR LF.
    const sql = readFileSync(path.join(directory, file), 'utf8').replaceAll('\r\n', '\n');
    return { name: path.basename(file, '.sql'), sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** @throws ExplainedError the first migration of this build that the database doesn't have, or has another version of */
export async function requireMigrations(
  schema: string,
  directory: string,
  query: (statement: string, values: unknown[]) => Promise<AppliedMigration[]>,
): Promise<void> {
  const rows = await query(`select name, checksum from ${migrationRecord} where schema = $1`, [schema]);
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const missing = readMigrations(directory).find(({ name, checksum }) => applied.get(name) !== checksum);
  if (!missing) return;
  const another = applied.has(missing.name) ? ' (another version)' : '';
  throw new ExplainedError(`migration ${schema} ${missing.name}${another}`);
}
