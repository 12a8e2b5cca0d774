import { execFile } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { query } from '../support/database.ts';

/** What a result is worth nothing without. */
export async function machine(databaseUrl: string) {
  const [row] = await query<{ server_version: string }>(databaseUrl, 'show server_version');
  const git = async (...args: string[]) => (await promisify(execFile)('git', args)).stdout.trim();
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    loadBefore: loadavg()[0],
    node: process.version,
    postgres: row?.server_version,
    commit: await git('rev-parse', 'HEAD'),
    uncommittedChanges: (await git('status', '--porcelain')) !== '',
  };
}
