import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
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
  // Debian has a directory of libraries for each architecture, such as x86_64-linux-gnu.
  const folders = await readdir('/usr/lib').catch(() => []);
  const libraries = folders.filter((name) => name.endsWith('-linux-gnu')).map((name) => `/usr/lib/${name}`);
  const directories = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/local/bin', '/usr/bin', '/usr/sbin'];
  return [...directories, ...libraries].map((directory) => path.join(directory, file)).find(existsSync);
}
