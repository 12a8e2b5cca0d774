import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './command.ts';
import { writeFiles } from '../files.ts';

/** Packs the client, and installs the file in an empty project below `parent`; the directory of the project. */
export async function installClient(parent: string): Promise<string> {
  const directory = await writeFiles(parent, { 'package.json': '{ "type": "module", "private": true }' });
  // Packing compiles into one folder, so only one test file at a time may do it.
  const lock = path.join(root, 'client/package.json');
  const packed = await run('flock', lock, 'npm', 'pack', '--workspace', 'client', '--pack-destination', directory);
  const file = path.join(directory, packed.trimEnd().split('\n').at(-1) ?? '');
  await run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', directory, file);
  return directory;
}

async function run(program: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)(program, args, { cwd: root })).stdout;
}
