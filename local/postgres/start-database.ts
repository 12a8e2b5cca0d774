import { rm, writeFile } from 'node:fs/promises';
import { databaseUrlFile } from '../../import/config.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';
import { connect } from '../../runtime/postgres/session.ts';
import type { Program } from '../../runtime/process/program.ts';
import { loadSettings, startLocalPostgres } from './postgres.ts';

const databaseName = 'client_reporting';
const advisoryLock = 7_215_003;

/** The URL of the embedded Postgres, held for this process alone until it stops. It fails the program when it ends. @throws ExplainedError */
export async function startDatabase(directory: string, { onStop, fail }: Program): Promise<string> {
  let isOurs = false;
  const starting = startLocalPostgres(directory, loadSettings);
  onStop(
    'Postgres',
    async () => {
      const postgres = await starting.catch(() => undefined);
      if (!postgres || (postgres.takenOver && !isOurs)) return;
      await rm(databaseUrlFile(directory), { force: true });
      await postgres.stop();
    },
    12_000,
  );
  try {
    const { urlOf, log } = await starting;
    const guard = await connect({ connectionString: urlOf('postgres') });
    // A process of Postgres that was killed has its locks until Postgres notices.
    await guard.query(`set lock_timeout = '2s'`);
    await guard.query('select pg_advisory_lock($1)', [advisoryLock]);
    isOurs = true;
    guard.once('end', () => fail(`The embedded Postgres ended. Its log is ${log}.`));
    const { rowCount } = await guard.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await guard.query(`create database ${databaseName}`);
    await writeFile(databaseUrlFile(directory), urlOf(databaseName), { mode: 0o600 });
    return urlOf(databaseName);
  } catch (error) {
    if (error instanceof ExplainedError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ExplainedError(
      code === '55P03'
        ? `LOCAL_DATA_DIR ${directory} is in use by another npm start. Stop it, or set LOCAL_DATA_DIR.`
        : `LOCAL_DATA_DIR ${directory} can't be used: ${message}`,
    );
  }
}
