import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Path of a system's program that tests need. Where it is missing and we may, apt-get installs the Debian package.
 * @throws Error that says what to install
 */
export async function installed(program: string, debianPackage: string): Promise<string> {
  const found = await find(program);
  if (found) return found;
  const reason = await install(debianPackage).catch((error: unknown) => String(error));
  const installedNow = await find(program);
  if (installedNow) return installedNow;
  throw new Error(`The tests need ${program}: install it (Debian package ${debianPackage}). ${reason ?? ''}`);
}

async function find(program: string): Promise<string | undefined> {
  const directories = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/local/bin', '/usr/bin', '/usr/sbin'];
  for (const directory of directories) {
    const file = path.join(directory, program);
    const isProgram = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isProgram) return file;
  }
  return undefined;
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
