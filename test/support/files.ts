import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A directory of one's own below the system's for temporary files, and its removal. */
export async function temporaryDirectory(): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-files-'));
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** Makes a new directory in `parent` that holds these files, by name; its path. */
export async function writeFiles(parent: string, files: Record<string, string | Buffer>): Promise<string> {
  const directory = await mkdtemp(path.join(parent, 'files-'));
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(directory, name), content);
  return directory;
}
