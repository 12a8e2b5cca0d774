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
}, 60_000);
afterAll(async () => {
  await product.stop();
  await temporary.remove();
});

it('the program of the guide, with types of openapi-typescript, compiles and shows a report', async () => {
  const guide = path.join(root, 'services/portal/web/guide/snippets/generated-client.mts');
  const program = (await readFile(guide, 'utf8')).replaceAll('http://localhost:8080', product.url);
  const project = await projectOf({ 'program.mts': program });
  await run(
    'openapi-typescript',
    `${product.url}/openapi.yaml`,
    '--output',
    path.join(project, 'client-reporting.d.ts'),
  );
  expect(await outputOf(project)).toBe('10\nOne 10 García\n');
}, 120_000);

it('a program with the client of hey-api compiles and shows a report', async () => {
  const project = await projectOf({ 'program.mts': heyApiProgram });
  await run('openapi-ts', '--input', `${product.url}/openapi.json`, '--output', path.join(project, 'generated'));
  expect(await outputOf(project)).toBe('10\nOne 10 García\n101\n');
}, 120_000);

const heyApiProgram = `
import { client } from './generated/client.gen.js';
import { createToken, listScheduledPayments, listTimesheets } from './generated/index.js';

const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env;
const token = await createToken({ body: { clientId, clientSecret }, throwOnError: true });
client.setConfig({ auth: token.data.accessToken });
const query = { fromDate: '2026-01-01', toDate: '2026-12-31', contractorIds: ['ana', 'unknown'] };
const { data } = await listScheduledPayments({ query, headers: { Accept: 'application/json' }, throwOnError: true });
if (typeof data === 'string') throw new Error(data);
console.log(data.statistics.totalScheduledPaymentsPaidAmount);
for (const { name, amount, contract } of data.results) console.log(name, amount, contract.contractor.lastName);
const timesheets = await listTimesheets({ query, throwOnError: true });
console.log(timesheets.data.pagination.totalCount);
`;

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

async function projectOf(files: Record<string, string>): Promise<string> {
  const project = await writeFiles(temporary.directory, {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    ...files,
  });
  await symlink(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  return project;
}

/** Compiles a project, and runs its program. */
async function outputOf(project: string): Promise<string> {
  await run('tsc', '-p', project);
  const settings = { CLIENT_ID: demoClient.clientId, CLIENT_SECRET: demoClient.clientSecret };
  return succeed('node', [path.join(project, 'program.mjs')], settings);
}

function run(tool: string, ...args: string[]): Promise<string> {
  return succeed(path.join(root, 'node_modules/.bin', tool), args);
}

async function succeed(program: string, args: string[], settings: Record<string, string> = {}): Promise<string> {
  const { status, stdout, stderr } = await runCommand(program, args, settings);
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout;
}
