import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { databaseUrlFile } from '../../services/import/config.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';
import { connect } from '../../runtime/postgres/session.ts';
import type { Program } from '../../runtime/process/program.ts';
import { loadSettings, startLocalPostgres } from './postgres.ts';

const databaseName = 'client_reporting';

/** The URL of the embedded Postgres, for this process alone until it stops. It fails the program when it ends. @throws ExplainedError */
export async function startDatabase(directory: string, { onStop, fail }: Program): Promise<string> {
  const owner = path.join(directory, 'start.pid');
  // A Postgres without its npm start is of one that was killed.
  const starting = startLocalPostgres(directory, loadSettings, async () => {
    const pid = await readFile(owner, 'utf8').catch(() => '');
    if (isAlive(Number(pid))) {
      const text = `LOCAL_DATA_DIR ${directory} is in use by another npm start. Stop it, or set LOCAL_DATA_DIR.`;
      throw new ExplainedError(text);
    }
  });
  onStop(
    'Postgres',
    async () => {
      const postgres = await starting.catch(() => undefined);
      if (!postgres) return;
      await rm(databaseUrlFile(directory), { force: true });
      await postgres.stop();
    },
    12_000,
  );
  try {
    const { urlOf, log } = await starting;
    await writeFile(owner, String(process.pid));
    const guard = await connect({ connectionString: urlOf('postgres') });
    guard.once('end', () => fail(`The embedded Postgres ended. Its log is ${log}.`));
    const { rowCount } = await guard.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await guard.query(`create database ${databaseName}`);
    await writeFile(databaseUrlFile(directory), urlOf(databaseName), { mode: 0o600 });
    return urlOf(databaseName);
  } catch (error) {
    if (error instanceof ExplainedError) throw error;
    throw new ExplainedError(`LOCAL_DATA_DIR ${directory} can't be used: ${(error as Error).message}`);
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
