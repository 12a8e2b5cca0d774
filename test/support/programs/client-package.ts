import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type * as clientPackage from '../../../clients/node/create-client.ts';
import { root } from './command.ts';

const manifest = JSON.parse(readFileSync(path.join(root, 'clients/node/package.json'), 'utf8')) as {
  name: string;
  version: string;
};

export const clientName = manifest.name;

/** What `npm pack` calls the file of the client, which the portal serves. */
export const clientFile = `${clientName.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`;

/** A directory of one's own in a project that has this file installed, once for all test files of a run. */
export async function installClient(): Promise<string> {
  const project = path.join(tmpdir(), 'client-project');
  if (!existsSync(project)) {
    const fresh = await mkdtemp(path.join(tmpdir(), 'client-project-'));
    await writeFile(path.join(fresh, 'package.json'), '{ "type": "module", "private": true }');
    const file = path.join(root, 'dist/services/portal/public', clientFile);
    const options = ['--no-audit', '--no-fund', '--prefer-offline', '--prefix', fresh];
    await promisify(execFile)('npm', ['install', ...options, file]);
    // Another test file may have been first.
    await rename(fresh, project).catch(() => rm(fresh, { recursive: true }));
  }
  return mkdtemp(path.join(project, 'test-'));
}

/** The installed client itself. */
export async function importClient(): Promise<typeof clientPackage> {
  const main = path.join(await installClient(), '../node_modules', clientName, 'create-client.js');
  return (await import(main)) as typeof clientPackage;
}
