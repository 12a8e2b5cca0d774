import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

const directory = path.join(import.meta.dirname, 'results');

/** Writes a result as the check wants it; its file. */
export async function writeResult(name: string, result: object): Promise<string> {
  const file = path.join(directory, `${name}.json`);
  await mkdir(directory, { recursive: true });
  const style = await resolveConfig(file);
  await writeFile(file, await format(JSON.stringify(result), { ...style, parser: 'json' }));
  return file;
}
