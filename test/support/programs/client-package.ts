import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './command.ts';

/** A directory of one's own in a project that has the packed client installed, once for all test files of a run. */
export async function installClient(): Promise<string> {
  const project = path.join(tmpdir(), 'client-project');
  // One test file at a time: the others find it installed.
  const lock = path.join(root, 'client/package.json');
  await promisify(execFile)('flock', [lock, 'bash', '-euo', 'pipefail', '-c', install, 'sh', project], { cwd: root });
  return mkdtemp(path.join(project, 'test-'));
}

const install = `
[ ! -e "$1/node_modules" ] || exit 0
mkdir -p "$1"
echo '{ "type": "module", "private": true }' > "$1/package.json"
file=$(npm pack --workspace client --pack-destination "$1" | tail -n 1)
npm install --no-audit --no-fund --prefer-offline --prefix "$1" "$1/$file"`;
