import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './programs/command.ts';

/** Writes what a search found into its line of docs/correctness.md, with the commit and the day. */
export async function recordResult(name: string, found: string): Promise<void> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: root });
  const line = `At commit ${stdout.trim()}, ${new Date().toISOString().slice(0, 10)}: **${found}**. <!-- ${name} -->`;
  const file = path.join(root, 'docs/correctness.md');
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace(new RegExp(`^.*<!-- ${name} -->$`, 'm'), () => line),
  );
}
