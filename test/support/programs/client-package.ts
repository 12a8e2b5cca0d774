import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type * as clientPackage from '../../../client/create-client.ts';
import { root } from './command.ts';

const manifest = JSON.parse(readFileSync(path.join(root, 'client/package.json'), 'utf8')) as {
  name: string;
  version: string;
};

export const clientName = manifest.name;

/** What `npm pack` calls the file of the client, which the portal serves. */
export const clientFile = `${clientName.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`;

/** A directory of one's own in a project that has this file installed, once for all test files of a run. */
export async function installClient(): Promise<string> {
  const project = path.join(tmpdir(), 'client-project');
  const file = path.join(root, 'dist/services/portal/public', clientFile);
  // One test file at a time: the others find it installed.
  await promisify(execFile)('flock', [file, 'bash', '-euo', 'pipefail', '-c', install, 'sh', project, file]);
  return mkdtemp(path.join(project, 'test-'));
}

/** The installed client itself. */
export async function importClient(): Promise<typeof clientPackage> {
  const main = path.join(await installClient(), '../node_modules', clientName, 'create-client.js');
  return (await import(main)) as typeof clientPackage;
}

const install = `
[ ! -e "$1/node_modules" ] || exit 0
mkdir -p "$1"
echo '{ "type": "module", "private": true }' > "$1/package.json"
npm install --no-audit --no-fund --prefer-offline --prefix "$1" "$2"`;
