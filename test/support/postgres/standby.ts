import { execFile } from 'node:child_process';
import { chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { startLocalPostgres } from '../../../local/postgres/postgres.ts';
import type { LocalPostgres } from '../../../local/postgres/postgres.ts';
import { until } from '../until.ts';
import { query, withClient } from './database.ts';

/** A copy of a running primary, as a base backup makes it, that then follows it. */
export async function startStandby(
  primary: LocalPostgres,
  primaryDirectory: string,
  directory: string,
  settings: Record<string, string> = {},
): Promise<LocalPostgres> {
  const [from, to] = [primaryDirectory, directory].map((folder) => path.join(folder, 'postgres')) as [string, string];
  await mkdir(directory);
  const write = async (name: string, text: string) => {
    const { uid, gid } = await stat(to);
    await writeFile(path.join(to, name), text);
    await chown(path.join(to, name), uid, gid);
  };
  await withClient(primary.urlOf('postgres'), async (client) => {
    await client.query(`select pg_backup_start('standby', true)`);
    await promisify(execFile)('cp', ['-a', from, to]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await write('backup_label', rows[0]?.labelfile ?? '');
  });
  await rm(path.join(to, 'postmaster.pid'));
  await write('standby.signal', '');
  return startLocalPostgres(directory, { ...settings, ...standbySettings(primary) });
}

export function standbySettings(primary: LocalPostgres): Record<string, string> {
  const { port, password } = new URL(primary.urlOf('postgres'));
  return { primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password}` };
}

/** Waits until these standbys have what the primary has by now. */
export async function untilReplayed(primary: LocalPostgres, ...standbys: LocalPostgres[]): Promise<void> {
  const [written] = await query<{ lsn: string }>(primary.urlOf('postgres'), 'select pg_current_wal_lsn() as lsn');
  const replayed = 'select where pg_last_wal_replay_lsn() >= $1::pg_lsn';
  for (const standby of standbys)
    await until('the standby has replayed it', async () => {
      return (await query(standby.urlOf('postgres'), replayed, [written?.lsn])).length > 0;
    });
}
