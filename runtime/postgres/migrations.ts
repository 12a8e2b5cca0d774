import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StillMissing } from '../process/readiness.ts';

/** The names and checksums of the migrations that a database has. In `public`, since the first migration makes the schema. */
export const migrationRecord = 'public.client_reporting_migrations';

/** `up` and `down` are files; `checksum` is the SHA-256 of `up`, in hex. */
export type Migration = { name: string; up: string; down: string; checksum: string };

/** The migrations in a directory, the oldest first. */
export function readMigrations(directory: string): Migration[] {
  return migrationNames(directory).map((name) => {
    const [up = '', down = ''] = ['up', 'down'].map((way) => path.join(directory, `${name}.${way}.sql`));
    return { name, up, down, checksum: createHash('sha256').update(readFileSync(up)).digest('hex') };
  });
}

/** @throws StillMissing the first migration of this build that the database doesn't have */
export async function requireMigrations(
  schema: string,
  directory: string,
  query: (statement: string, values: unknown[]) => Promise<{ name: string }[]>,
): Promise<void> {
  const rows = await query(`select name from ${migrationRecord} where schema = $1`, [schema]);
  const applied = new Set(rows.map(({ name }) => name));
  const missing = migrationNames(directory).find((name) => !applied.has(name));
  if (missing !== undefined) throw new StillMissing(`migration ${schema} ${missing}`);
}

function migrationNames(directory: string): string[] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.up.sql'));
  return files.sort().map((file) => path.basename(file, '.up.sql'));
}
