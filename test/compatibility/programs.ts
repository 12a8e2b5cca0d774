import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A program that reads what the product answers. */
export type Program = {
  name: string;
  /** Exact packages of its language, the program itself first; Debian's have the version that the machine has. */
  packages: string[];
  /** The snippet that runs it. */
  file: string;
  /** What a user has to set or to know; shown as it is. */
  set: string;
};

export const snippets = path.join(import.meta.dirname, 'snippets');

/** Those of a folder of `snippets/`, as the comments say that they begin with: name and packages, and what to set. */
export async function programsIn(folder: string): Promise<Program[]> {
  const names = await readdir(path.join(snippets, folder));
  const programs = names.map(async (name) => {
    const file = path.join(snippets, folder, name);
    const [head = '', second = ''] = (await readFile(file, 'utf8')).split('\n');
    const [, program = '', packages = ''] = /^\S+ (.*?): (.*)$/.exec(head) ?? [];
    const [, set = ''] = /^(?:#|\/\/) (.*)$/.exec(second) ?? [];
    return { name: program, packages: packages.split(' '), file, set };
  });
  return (await Promise.all(programs)).sort((one, other) => one.name.localeCompare(other.name));
}
