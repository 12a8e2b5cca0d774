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

it('the program of the guide, with types of openapi-typescript, and one with the client of hey-api compile and show a report', async () => {
  const guide = path.join(root, 'services/portal/web/guide/snippets/generated-client.mts');
  const program = (await readFile(guide, 'utf8')).replaceAll('http://localhost:8080', product.url);
  const project = await writeFiles(temporary.directory, {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'guide.mts': program,
    'hey-api.mts': heyApiProgram,
  });
  const file = (name: string) => path.join(project, name);
  await symlink(path.join(root, 'node_modules'), file('node_modules'));
  await run('openapi-typescript', `${product.url}/openapi.yaml`, '--output', file('client-reporting.d.ts'));
  await run('openapi-ts', '--input', `${product.url}/openapi.json`, '--output', file('generated'));
  await run('tsc', '-p', project);
  const settings = { CLIENT_ID: demoClient.clientId, CLIENT_SECRET: demoClient.clientSecret };
  expect(await succeed('node', [file('guide.mjs')], settings)).toBe('10\nOne 10 García\n');
  expect(await succeed('node', [file('hey-api.mjs')], settings)).toBe('10\nOne 10 García\n101\n');
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

function run(tool: string, ...args: string[]): Promise<string> {
  return succeed(path.join(root, 'node_modules/.bin', tool), args);
}

async function succeed(program: string, args: string[], settings: Record<string, string> = {}): Promise<string> {
  const { status, stdout, stderr } = await runCommand(program, args, settings);
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout;
}
