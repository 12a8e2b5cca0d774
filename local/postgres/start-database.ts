import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Program } from '../../runtime/process/program.ts';
import { databaseUrlFile } from '../../import/config.ts';
import { cannotConnectNow, codeOf, connectToServer } from './connect-to-server.ts';
import { loadSettings, startLocalPostgres } from './postgres.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';

const databaseName = 'client_reporting';
const advisoryLock = 7_215_003;

/** Postgres recovers from a crash of one of its processes by itself, and ends all connections for it. */
const recoveryMs = 30_000;

/** A process of Postgres that was killed has its locks until Postgres notices, which then ends the others too. */
const lockMs = 2_000;

/** The embedded Postgres, held for this process alone until it stops. @throws ExplainedError */
export async function startDatabase(directory: string, program: Program): Promise<string> {
  return holdDatabase(directory, program).catch((error: unknown) => {
    if (error instanceof ExplainedError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExplainedError(`LOCAL_DATA_DIR ${directory} can't be used: ${reason}`);
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

  const lock = async (client: pg.Client) => {
    const deadline = performance.now() + lockMs;
    for (ours = await tryLock(client); !ours; ours = await tryLock(client)) {
      if (performance.now() > deadline) {
        throw new ExplainedError(
          `LOCAL_DATA_DIR ${directory} is in use by another npm start. Stop it, or set LOCAL_DATA_DIR.`,
        );
      }
      await sleep(100);
    }
  };
  // With the connection goes the lock: another start would take the server over.
  const hold = async () => {
    const guard = await connectToServer(postgres.urlOf('postgres'), recoveryMs, lock);
    guard.once('end', () => {
      hold().catch((error: unknown) => {
        fail(`${reasonOf(error)} Its log is ${postgres.log}.`);
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

async function tryLock(client: pg.Client): Promise<boolean> {
  const text = 'select pg_try_advisory_lock($1) as locked';
  const { rows } = await client.query<{ locked: boolean }>(text, [advisoryLock]);
  return rows[0]?.locked === true;
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return codeOf(error) === cannotConnectNow
    ? `The embedded Postgres crashed, and its recovery takes longer than ${recoveryMs / 1_000} seconds (${message}). Start again: a start waits for a recovery for ten minutes.`
    : `The embedded Postgres ended (${message}).`;
}
