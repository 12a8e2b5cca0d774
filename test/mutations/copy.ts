import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/programs/command.ts';
import { temporaryDirectory } from '../support/files.ts';
import type { Fault } from './faults.ts';

type Run = { status: number | null; output: string; seconds: number };

/** A copy of the product in a directory of its own, which the end of this run removes. */
export type Copy = {
  directory: string;
  /** Does the work while the fault is in the copy. */
  withFault: <T>(fault: Fault, work: () => Promise<T>) => Promise<T>;
  /** Runs a program there; its status is null where it does not end within the seconds. */
  run: (program: string, args: string[], limitSeconds: number) => Promise<Run>;
};

// Beside the directory of this run: within it, the paths of sockets would be too long.
const outside = tmpdir();

export async function copyProduct(): Promise<Copy> {
  const { directory } = await temporaryDirectory();
  await promisify(execFile)('sh', ['-c', `git ls-files -z | tar -c --null -T - | tar -xC "${directory}"`], {
    cwd: root,
  });
  await symlink(path.join(root, 'node_modules'), path.join(directory, 'node_modules'));
  return {
    directory,
    withFault: async ({ file, text }, work) => {
      const place = path.join(directory, file);
      const original = await readFile(place);
      await writeFile(place, text);
      try {
        return await work();
      } finally {
        await writeFile(place, original);
      }
    },
    run: async (program, args, limitSeconds) => {
      const startedAt = performance.now();
      const env = { ...process.env, TMPDIR: outside };
      const child = spawn(program, args, { cwd: directory, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      // With what it started.
      const late = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), limitSeconds * 1_000);
      const [status] = (await once(child, 'exit')) as [number | null];
      clearTimeout(late);
      return { status, output, seconds: (performance.now() - startedAt) / 1_000 };
    },
  };
}
