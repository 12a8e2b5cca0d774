import { readFileSync } from 'node:fs';
import path from 'node:path';
import { schemas } from '../../migrate/schemas.ts';
import { readMigrations } from '../../runtime/postgres/migrations.ts';

/** The SHA-256 of each migration that a release has, and the first release that has it, by a name such as `auth 0001-baseline`. */
export type Released = Record<string, { release: string; sha256: string }>;

export const releasedFile = 'release/migrations/released.json';

export function readReleased(): Released {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, 'released.json'), 'utf8')) as Released;
}

/** What is wrong with migrations that a release has, a sentence each. */
export function changedSinceRelease(released: Released, of = schemas): string[] {
  const current = checksums(of);
  return Object.entries(released).flatMap(([migration, { release, sha256 }]) => {
    if (!(migration in current)) return [`Migration ${migration} is missing, which release ${release} has.`];
    if (current[migration] === sha256) return [];
    return [`Migration ${migration} was edited, which release ${release} has. Restore it, and write a new one.`];
  });
}

/** With the migrations that no release has yet. */
export function addRelease(released: Released, release: string, of = schemas): Released {
  const current = Object.entries(checksums(of)).map(([migration, sha256]) => [migration, { release, sha256 }] as const);
  return { ...Object.fromEntries(current), ...released };
}

function checksums(of: typeof schemas): Record<string, string> {
  return Object.fromEntries(
    of.flatMap(({ schema, directory }) =>
      readMigrations(directory).map(({ name, checksum }) => [`${schema} ${name}`, checksum]),
    ),
  );
}
