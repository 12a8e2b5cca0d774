import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../programs/command.ts';

export type SmallDisk = { fill: () => Promise<void>; free: () => Promise<void>; unmount: () => Promise<void> };

/** Makes of the directory a disk of its own, where we may mount one. */
export async function mountSmallDisk(directory: string): Promise<SmallDisk | undefined> {
  const { status } = await runCommand('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', directory], {});
  if (status !== 0) return undefined;
  const filling = path.join(directory, 'filling');
  return {
    fill: () => writeUntilFull(filling),
    free: () => rm(filling),
    unmount: async () => {
      await runCommand('umount', [directory], {});
    },
  };
}

async function writeUntilFull(file: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (;;) await handle.write(Buffer.alloc(65_536));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await handle.close();
  }
}
