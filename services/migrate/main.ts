import { ConfigError } from '../../runtime/environment.ts';
import { migrateUp } from '../../runtime/migrate.ts';
import { readMigrateConfig } from './config.ts';
import { grantRoles } from './roles.ts';
import { schemas } from './schemas.ts';

const usage = `Usage: npm run migrate -- [SCHEMA...]

Brings the schemas (${schemas.map(({ schema }) => schema).join(', ')}; all of them unless named) to their newest version.

Takes DATABASE_URL, of their owner. With AUTH_DATABASE_URL and REPORTING_DATABASE_URL, the role that each names is let in,\nmade if it is missing, and may do what its service needs.`;

try {
  const named = process.argv.slice(2);
  const chosen = schemas.filter(({ schema }) => named.length === 0 || named.includes(schema));
  if (named.some((name) => !schemas.some(({ schema }) => schema === name))) throw new ConfigError(usage);
  const config = readMigrateConfig(process.env);
  const applied = await migrateUp(config.DATABASE_URL, chosen);
  for (const migration of applied) console.log(`applied ${migration}`);
  await grantRoles(config.DATABASE_URL, { auth: config.AUTH_DATABASE_URL, reporting: config.REPORTING_DATABASE_URL });
  console.log(`Newest version: ${chosen.map(({ schema }) => schema).join(', ')}.`);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : `migrate: ${String(error)}`);
  process.exitCode = 1;
}
