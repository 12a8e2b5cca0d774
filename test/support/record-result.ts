import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './programs/command.ts';

/** Keeps the figures of a run for docs/correctness.md, with the commit and the day. */
export async function recordResult(name: string, figures: object): Promise<void> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: root });
  const result = { commit: stdout.trim(), date: new Date().toISOString().slice(0, 10), ...figures };
  await mkdir(resultsDirectory, { recursive: true });
  await writeFile(path.join(resultsDirectory, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

export const resultsDirectory = path.join(root, 'test/results');
