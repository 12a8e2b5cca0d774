import { rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryDirectory } from '../files.ts';
import { installed } from '../programs/installed.ts';

/**
 * Names with several addresses that come and go, as those of headless Services in a cluster. They are in a file that nss_wrapper lets the C library read in place of /etc/hosts.
 * @param cachedMs how old its answers are, always, as those of a cluster's DNS may be
 */
export async function serviceNames(cachedMs: number) {
  const { directory } = await temporaryDirectory();
  const file = path.join(directory, 'hosts');
  const names = new Map<string, string[]>();
  const timers: NodeJS.Timeout[] = [];
  // It is read again when its time has changed by a second.
  let time = Math.floor(Date.now() / 1_000);
  const write = async () => {
    const lines = [...names].flatMap(([name, addresses]) => addresses.map((address) => `${address} ${name}\n`));
    await writeFile(`${file}.new`, lines.join(''));
    time += 1;
    await utimes(`${file}.new`, time, time);
    await rename(`${file}.new`, file);
  };
  let written = write();
  await written;
  return {
    /** With it, a process finds the names by the system's own resolver. */
    environment: {
      LD_PRELOAD: await installed('libnss_wrapper.so'),
      NSS_WRAPPER_HOSTS: file,
    },
    /** The first addresses of a name count at once. */
    set: async (name: string, addresses: string[]): Promise<void> => {
      const change = () => {
        names.set(name, addresses);
        return (written = written.then(write));
      };
      if (names.has(name) && cachedMs > 0) timers.push(setTimeout(() => void change(), cachedMs));
      else await change();
    },
    remove: async (): Promise<void> => {
      timers.forEach(clearTimeout);
      await written;
    },
  };
}
