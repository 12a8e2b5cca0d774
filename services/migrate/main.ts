import { ConfigError, databaseUrl, readEnvironment } from '../../runtime/environment.ts';
import { migrateUp } from '../../runtime/migrate.ts';
import { schemas } from './schemas.ts';

const usage = `Usage: npm run migrate -- [SCHEMA...]

Brings the schemas (${schemas.map(({ schema }) => schema).join(', ')}; all of them unless named) to their newest version.

Takes DATABASE_URL.`;

try {
  const named = process.argv.slice(2);
  const chosen = schemas.filter(({ schema }) => named.length === 0 || named.includes(schema));
  if (named.some((name) => !schemas.some(({ schema }) => schema === name))) throw new ConfigError(usage);
  const { DATABASE_URL } = readEnvironment({ DATABASE_URL: databaseUrl() }, process.env);
  const applied = await migrateUp(DATABASE_URL, chosen);
  for (const migration of applied) console.log(`applied ${migration}`);
  console.log(`Newest version: ${chosen.map(({ schema }) => schema).join(', ')}.`);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : `migrate: ${String(error)}`);
  process.exitCode = 1;
}
