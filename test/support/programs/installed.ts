import { access, constants, readdir } from 'node:fs/promises';
import path from 'node:path';

/** What tests of the system need besides Node.js, programs and a library, and the Debian package of each. */
const packages: Record<string, string> = {
  chromium: 'chromium',
  curl: 'curl',
  haproxy: 'haproxy',
  ip: 'iproute2',
  jq: 'jq',
  'libnss_wrapper.so': 'libnss-wrapper',
  nft: 'nftables',
  openssl: 'openssl',
  pg_dump: 'postgresql',
  pg_isready: 'postgresql-client',
  pgbouncer: 'pgbouncer',
  promtool: 'prometheus',
  ps: 'procps',
  python3: 'python3',
  'redis-cli': 'redis-tools',
  'redis-server': 'redis-server',
  soffice: 'libreoffice-calc-nogui',
  unzip: 'unzip',
};

/**
 * Path of a program of the system, or of a shared library (`*.so`).
 * @throws Error that says what to install
 */
export async function installed(file: string): Promise<string> {
  const found = await find(file);
  if (!found) throw new Error(`This test needs ${file}: apt-get install ${packages[file] ?? file}`);
  return found;
}

/** The Debian packages of all that is missing here. */
export async function missingPackages(): Promise<string[]> {
  const found = await Promise.all(Object.keys(packages).map(find));
  return [...new Set(Object.values(packages).filter((_, index) => !found[index]))];
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
