import path from 'node:path';
import { writeFiles } from '../support/files.ts';
import { root, runCommand } from '../support/programs/command.ts';

/** Checks a program of a project by TypeScript, as strictly as it can; what tsc has to say. */
export async function compile(project: string, program: string) {
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, module: 'nodenext', target: 'es2022' },
    ...{ typeRoots: [path.join(root, 'node_modules/@types')], types: ['node'] },
  };
  const files = { 'program.ts': program, 'tsconfig.json': JSON.stringify({ compilerOptions }) };
  return runCommand(path.join(root, 'node_modules/.bin/tsc'), ['-p', await writeFiles(project, files)], {});
}
