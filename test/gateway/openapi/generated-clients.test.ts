import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { demoClient } from '../../../local/demo/demo-client.ts';
import { root, runCommand } from '../../support/programs/command.ts';
import { temporaryDirectory, writeFiles } from '../../support/files.ts';
import { guideData } from '../../support/portal/guide-data.ts';
import { load, startProduct } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';

let product: Product;
let temporary: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  temporary = await temporaryDirectory();
  product = await startProduct();
  await load(product.databaseUrl, guideData());
});
afterAll(async () => {
  await product.stop();
  await temporary.remove();
});

it('the program of the guide compiles with types of openapi-typescript and shows a report', async () => {
  const guide = path.join(root, 'services/portal/web/guide/snippets/generated-client.mts');
  const program = (await readFile(guide, 'utf8')).replaceAll('http://localhost:8080', product.url);
  const project = await writeFiles(temporary.directory, {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'guide.mts': program,
  });
  const file = (name: string) => path.join(project, name);
  await symlink(path.join(root, 'node_modules'), file('node_modules'));
  await run('openapi-typescript', `${product.url}/openapi.yaml`, '--output', file('client-reporting.d.ts'));
  await run('tsc', '-p', project);
  const settings = { CLIENT_ID: demoClient.clientId, CLIENT_SECRET: demoClient.clientSecret };
  expect(await succeed('node', [file('guide.mjs')], settings)).toBe('10\nOne 10 García\n');
});

const compilerOptions = {
  ...{
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'dom'],
    rewriteRelativeImportExtensions: true,
  },
  ...{ typeRoots: [path.join(root, 'node_modules/@types')], types: ['node'] },
};

function run(tool: string, ...args: string[]): Promise<string> {
  return succeed(path.join(root, 'node_modules/.bin', tool), args);
}

async function succeed(program: string, args: string[], settings: Record<string, string> = {}): Promise<string> {
  const { status, stdout, stderr } = await runCommand(program, args, settings);
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout;
}
