import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export const client = path.join(import.meta.dirname, '../../clients/node');
const tsc = path.join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
const run = promisify(execFile);

/** Writes the client as users install it to `directory`: CommonJS, which `import` reads too, and its declarations. */
export async function packClient(directory) {
  const folder = await mkdtemp(path.join(tmpdir(), 'client-package-'));
  try {
    await run('node', [tsc, '-p', client, '--outDir', folder]);
    const manifest = JSON.parse(await readFile(path.join(client, 'package.json'), 'utf8'));
    await writeFile(
      path.join(folder, 'package.json'),
      JSON.stringify({ ...manifest, type: 'commonjs', scripts: undefined }, null, 2),
    );
    for (const file of await readdir(client)) {
      if (/^(README|LICENSE)/.test(file)) await copyFile(path.join(client, file), path.join(folder, file));
    }
    await run('npm', ['pack', folder, '--pack-destination', directory]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
