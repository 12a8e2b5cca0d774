import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/programs/command.ts';

/** Folder of the programs of a virtual environment that has the packages of a file, and the Python client. It is made once. */
export async function pythonPrograms(file: 'requirements.txt' | 'airbyte.txt' = 'requirements.txt'): Promise<string> {
  const requirements = path.join(import.meta.dirname, file);
  const environment = path.join(root, 'node_modules/.cache/recipes', file.replace('.txt', ''));
  const programs = path.join(environment, 'bin');
  const mark = path.join(environment, 'installed.txt');
  const wanted = await readFile(requirements, 'utf8');
  if ((await readFile(mark, 'utf8').catch(() => '')) !== wanted) {
    await run('python3', '-m', 'venv', '--clear', environment);
    // pip by itself takes minutes: it downloads one package after another.
    await run(path.join(programs, 'pip'), 'install', '--quiet', 'uv==0.13.9');
    const python = ['--python', path.join(programs, 'python')];
    await run(path.join(programs, 'uv'), 'pip', 'install', '--quiet', ...python, '--requirement', requirements);
    await writeFile(mark, wanted);
  }
  const page = path.join(root, 'dist/services/portal/public');
  const wheel = (await readdir(page)).find((file) => file.endsWith('.whl')) ?? '';
  await run(path.join(programs, 'pip'), 'install', '--quiet', '--force-reinstall', '--no-deps', path.join(page, wheel));
  return programs;
}

async function run(program: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(program, args);
}
