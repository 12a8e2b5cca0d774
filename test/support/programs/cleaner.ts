import { spawn } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Makes the directory for all temporary files of this run. Each process of the run has its name in PATH, or in its
 * arguments as Postgres has. When the run ends, even by SIGKILL, a shell ends those processes and removes the directory.
 */
export async function startCleaner(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-test-'));
  await chmod(directory, 0o1777); // as /tmp, since some processes run as other users
  const cleaner = spawn('sh', ['-c', cleanUp], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  cleaner.stdin.write(`${directory}\n`);
  cleaner.unref();
  (cleaner.stdin as Socket).unref();
  process.env.TMPDIR = directory;
  process.env.PATH = `${process.env.PATH}${path.delimiter}${directory}`;
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1_000).unref();
  return directory;
}

// Its own arguments and environment do not name the directory.
const cleanUp = `
read -r directory
cat
for signal in INT KILL KILL; do
  pids=$(ps axeww -o pid=,args= | while read -r pid line; do
    case $line in *"$directory"*) echo $pid;; esac
  done)
  [ -n "$pids" ] || break
  kill -s $signal $pids
  sleep 2
done
rm -rf "$directory"`;
