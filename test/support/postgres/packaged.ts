import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../../local/free-port.ts';
import { runUnprivileged } from '../../../local/postgres/postgres.ts';
import { temporaryDirectory } from '../files.ts';
import { installed } from '../programs/installed.ts';

/** The system's Postgres, whose `pg_dump` and `pg_restore` are of its version: the one of npm has none. */
export async function startPackagedPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  await installed('pg_dump');
  const versions = await readdir('/usr/lib/postgresql');
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0] ?? '';
  const program = (name: string) => path.join('/usr/lib/postgresql', newest, 'bin', name);
  const { directory } = await temporaryDirectory();
  const data = path.join(directory, 'data');
  const port = await freePort();
  await runUnprivileged(program('initdb'), [
    '--pgdata',
    data,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--no-sync',
  ]);
  const settings = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${directory} -c fsync=off`;
  const pgCtl = (command: string, ...args: string[]) =>
    runUnprivileged(program('pg_ctl'), [
      command,
      `--pgdata=${data}`,
      `--log=${directory}/log`,
      '--silent',
      '--wait',
      ...args,
    ]);
  await pgCtl('start', '--options', settings);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await pgCtl('stop', '--mode=immediate');
    },
  };
}
