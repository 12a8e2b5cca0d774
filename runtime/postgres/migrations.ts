import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StillMissing } from '../process/readiness.ts';

/** The names and checksums of the migrations that a database has. In `public`, since the first migration makes the schema. */
export const migrationRecord = 'public.client_reporting_migrations';

/** `up` and `down` are files; `checksum` is the SHA-256 of `up`, in hex. */
export type Migration = { name: string; up: string; down: string; checksum: string };

export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

/** The migrations in a directory, the oldest first. */
export function readMigrations(directory: string): Migration[] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.up.sql'));
  return files.sort().map((file) => {
    const name = path.basename(file, '.up.sql');
    const [up = '', down = ''] = ['up', 'down'].map((way) => path.join(directory, `${name}.${way}.sql`));
    return { name, up, down, checksum: createHash('sha256').update(readFileSync(up)).digest('hex') };
  });
}

/** @throws StillMissing the first migration of this build that the database doesn't have, or has another version of */
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
  throw new StillMissing(`migration ${schema} ${missing.name}${another}`);
}
