import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { schemas } from '../../services/migrate/schemas.ts';
import { readMigrations } from '../../runtime/postgres/migrations.ts';
import { unknownLicenses } from './licenses.ts';

// For `npm run check`: a migration that a release has stays as it is, and every package of the product has an allowed licence.
// `--record` adds the migrations of a release.
const file = path.join(import.meta.dirname, 'released.json');
const released = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
const current = Object.fromEntries(
  schemas.flatMap(({ schema, directory }) =>
    readMigrations(directory).map(({ name, checksum }) => [`${schema} ${name}`, checksum]),
  ),
);
if (process.argv.includes('--record'))
  writeFileSync(file, `${JSON.stringify({ ...current, ...released }, undefined, 2)}\n`);

const lock = readFileSync(path.join(import.meta.dirname, '../../package-lock.json'), 'utf8');
const problems = [
  ...Object.entries(released)
    .filter(([migration, checksum]) => current[migration] !== checksum)
    .map(([migration]) => `A release has migration ${migration}: restore it, and write a new one.`),
  ...unknownLicenses(JSON.parse(lock) as Parameters<typeof unknownLicenses>[0]),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
