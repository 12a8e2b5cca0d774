import { rm, writeFile } from 'node:fs/promises';
import { StartError } from '../runtime/program.ts';
import type { Program } from '../runtime/program.ts';
import { databaseUrlFile } from './config.ts';
import { connectWhenUp } from './connect-when-up.ts';
import { loadSettings, startLocalPostgres } from './postgres.ts';

const databaseName = 'client_reporting';
const advisoryLock = 7_215_003;

/** Postgres recovers from a crash of one of its processes by itself, and ends all connections for it. */
const recoveryMs = 15_000;

/**
 * The embedded Postgres, held for this process alone until it stops.
 * @throws StartError
 */
export async function startDatabase(directory: string, program: Program): Promise<string> {
  return holdDatabase(directory, program).catch((error: unknown) => {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`LOCAL_DATA_DIR ${directory} can't be used: ${reason}`);
  });
}

async function holdDatabase(directory: string, { onStop, fail }: Program): Promise<string> {
  let ours = false;
  const starting = startLocalPostgres(directory, loadSettings);
  onStop(
    'Postgres',
    async () => {
      const postgres = await starting.catch(() => undefined);
      if (!postgres || (postgres.takenOver && !ours)) return;
      await rm(databaseUrlFile(directory), { force: true });
      await postgres.stop();
    },
    12_000,
  );
  const postgres = await starting;

  // With the connection goes the lock: another start would take the server over.
  const hold = async () => {
    const guard = await connectWhenUp(postgres.urlOf('postgres'), recoveryMs);
    const { rows } = await guard.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      advisoryLock,
    ]);
    ours = rows[0]?.locked === true;
    if (!ours) {
      await guard.end();
      throw new StartError(
        `LOCAL_DATA_DIR ${directory} is in use by another npm start. Stop it, or set LOCAL_DATA_DIR.`,
      );
    }
    guard.once('end', () => {
      hold().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : '';
        fail(`The embedded Postgres ended (${reason}). Its log is ${postgres.log}.`);
      });
    });
    return guard;
  };
  const guard = await hold();
  const { rowCount } = await guard.query('select from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await guard.query(`create database ${databaseName}`);
  const databaseUrl = postgres.urlOf(databaseName);
  await writeFile(databaseUrlFile(directory), databaseUrl, { mode: 0o600 });
  return databaseUrl;
}
