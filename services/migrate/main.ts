import pg from 'pg';
import { openLogOutput } from '../../runtime/process/log-output.ts';
import { createLogger } from '../../runtime/logger.ts';
import { migrateUp } from './migrate-schema.ts';
import { waitForDatabase } from '../../runtime/postgres/wait-for-database.ts';
import { readMigrateConfig } from './config.ts';
import { distribute, prepareCitus } from './distribute.ts';
import { schemas } from './schemas.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';

const usage = `Usage: npm run migrate -- [--distribute] [SCHEMA...]

Brings the schemas (${schemas.map(({ schema }) => schema).join(', ')}; all of them unless named) to their newest version.
With --distribute, spreads the tables of reporting, and their rows, over the nodes of a Citus cluster.

Takes DATABASE_URL, of their owner, and waits up to two minutes for that database, and up to ten for a lock. With
AUTH_DATABASE_URL, REPORTING_DATABASE_URL, WRITER_DATABASE_URL and BACKUP_DATABASE_URL, the role that each names is made if
it is missing, and may do what its program needs.`;

const limitMs = 120_000;
const output = openLogOutput();
let log = createLogger('migrate', 'info', output);
const isDistributed = process.argv.includes('--distribute');
const named = process.argv.slice(2).filter((argument) => argument !== '--distribute');
if (named.some((name) => !schemas.some(({ schema }) => schema === name))) {
  console.error(usage);
  process.exit(1);
}
try {
  const config = readMigrateConfig(process.env);
  log = createLogger('migrate', config.LOG_LEVEL, output);
  const chosen = schemas.filter(({ schema }) => named.length === 0 || named.includes(schema));
  const onWait = (reason: string) => log.warn({ reason, limitMs }, 'waiting for the database at DATABASE_URL');
  await waitForDatabase(config.DATABASE_URL, onWait, limitMs);
  if (isDistributed) await prepareCitus(config.DATABASE_URL);
  const roles = {
    auth: config.AUTH_DATABASE_URL,
    reporting: config.REPORTING_DATABASE_URL,
    writer: config.WRITER_DATABASE_URL,
    backup: config.BACKUP_DATABASE_URL,
  };
  for (const applied of await migrateUp(config.DATABASE_URL, chosen, { roles, log })) log.info(applied, 'applied');
  if (isDistributed) {
    await distribute(config.DATABASE_URL, { roles, log });
    log.info('the tables of reporting are distributed');
  }
  log.info({ schemas: chosen.map(({ schema }) => schema) }, 'the schemas have their newest version');
} catch (error) {
  if (error instanceof ExplainedError || error instanceof pg.DatabaseError) log.fatal(error.message);
  else log.fatal({ err: error }, 'could not migrate');
  process.exitCode = 1;
}
