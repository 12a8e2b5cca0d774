import { execFile } from 'node:child_process';
import { access, constants, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Path of a system's program that tests need, or of a shared library (`*.so`). Where it is missing and we may, apt-get
 * installs the Debian package.
 * @throws Error that says what to install
 */
export async function installed(file: string, debianPackage: string): Promise<string> {
  const found = await find(file);
  if (found) return found;
  const reason = await install(debianPackage).catch((error: unknown) => String(error));
  const installedNow = await find(file);
  if (installedNow) return installedNow;
  throw new Error(`The tests need ${file}: install it (Debian package ${debianPackage}). ${reason ?? ''}`);
}

async function find(file: string): Promise<string | undefined> {
  const [directories, mode] = file.endsWith('.so')
    ? [await libraryDirectories(), constants.R_OK]
    : [[...(process.env.PATH ?? '').split(path.delimiter), '/usr/local/bin', '/usr/bin', '/usr/sbin'], constants.X_OK];
  for (const directory of directories) {
    const candidate = path.join(directory, file);
    const isThere = await access(candidate, mode).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  return undefined;
}

/** Debian has a directory of libraries for each architecture, such as x86_64-linux-gnu. */
async function libraryDirectories(): Promise<string[]> {
  const names = await readdir('/usr/lib').catch(() => []);
  return ['.', ...names.filter((name) => name.endsWith('-linux-gnu'))].map((name) => path.join('/usr/lib', name));
}

/** The reason why it can't, if so. */
async function install(debianPackage: string): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'Only root can install it from here.';
  // Test files run side by side, and only one apt-get can.
  const commands = `apt-get update && apt-get install -y --no-install-recommends ${debianPackage}`;
  await promisify(execFile)('flock', ['/var/lock/client-reporting-apt', 'sh', '-c', commands], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 16_777_216,
  });
  return undefined;
}
