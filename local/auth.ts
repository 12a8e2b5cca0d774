import { runCommands } from '../services/auth/admin/run-commands.ts';
import { findDatabase } from '../services/import/config.ts';

/** The commands of auth, on the database of a running `npm start` unless DATABASE_URL names another. */
process.exitCode = await runCommands(process.argv.slice(2), async () => ({
  ...process.env,
  DATABASE_URL: await findDatabase(process.env),
  DATABASE_URL_FILE: '',
}));
