import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { query } from '../support/postgres/database.ts';
import type { Figure } from './bench.ts';
import { round } from './summary.ts';

/** The machine and the versions that a result belongs to. */
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

export function withVerdicts(figures: Figure[]) {
  return figures.map(({ figure, target, measured, unit }) => {
    if (!target) return { figure, measured: round(measured), unit };
    const reached = 'atLeast' in target ? measured >= target.atLeast : measured <= target.atMost;
    return { figure, ...target, measured: round(measured), unit, reached };
  });
}

/** Writes a result in the format that `npm run check` wants, and returns its file. */
export async function writeResult(name: string, result: object): Promise<string> {
  const file = path.join(import.meta.dirname, 'results', `${name}.json`);
  await mkdir(path.dirname(file), { recursive: true });
  const style = await resolveConfig(file);
  await writeFile(file, await format(JSON.stringify(result), { ...style, parser: 'json' }));
  return file;
}
