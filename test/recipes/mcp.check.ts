import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoClient } from '../../local/demo/demo-client.ts';
import { writeDemoData } from '../../local/demo/demo-data.ts';
import { importDirectory } from '../../local/import/import-directory.ts';
import { temporaryDirectory } from '../support/files.ts';
import { root, runCommand } from '../support/programs/command.ts';
import { startProduct } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { questionsOn } from './mcp/questions.ts';
import type { Answer, Question } from './mcp/questions.ts';
import { pythonPrograms } from './python.ts';
import { pepper } from '../support/pepper.ts';

const programs = path.join(root, 'test/recipes/mcp');
const packages = path.join(root, 'node_modules/.cache/mcp-client');

let product: Product;
let temporary: Awaited<ReturnType<typeof temporaryDirectory>>;
let python: string;
let questions: Question[];

beforeAll(async () => {
  temporary = await temporaryDirectory();
  python = path.join(await pythonPrograms(), 'python');
  await mkdir(packages, { recursive: true });
  // A server of ours needs none of it, so it is no dependency.
  const client = '@modelcontextprotocol/client@2.4.0';
  await promisify(execFile)('npm', ['install', '--prefix', packages, '--no-save', '--no-audit', client]);
  product = await startProduct();
  await writeDemoData(temporary.directory);
  await importDirectory(temporary.directory, product.databaseUrl, { peppers: [pepper] });
  questions = await questionsOn(temporary.directory);
}, 600_000);
afterAll(async () => {
  await product.stop();
  await temporary.remove();
});

describe.each(['newest', 'earlier'])('by the %s revision of the Model Context Protocol,', (revision) => {
  it('forty questions have the right figures, asked by the official client for TypeScript', async () => {
    const program = await readFile(path.join(programs, 'ask.mjs'), 'utf8');
    await expectRight(revision, 'node', ['--input-type=module', '-e', program]);
  });

  it('forty questions have the right figures, asked by the official client for Python', async () => {
    await expectRight(revision, python, [path.join(programs, 'ask.py')]);
  });
});

it('the program of docs/mcp.md prints what was paid', async () => {
  const text = await readFile(path.join(root, 'docs/mcp.md'), 'utf8');
  const [, program = ''] = /```python\n(.*?)```/s.exec(text) ?? [];
  const { stdout, stderr, status } = await run(python, [
    '-c',
    program.replaceAll('http://localhost:8080', product.url),
  ]);
  const paid = questions.slice(0, 12).reduce((sum, { expected }) => sum + Math.round(expected * 100), 0) / 100;
  expect({ status, stderr, stdout }).toEqual({ status: 0, stderr: '', stdout: `${paid}\n` });
});

it("Claude Code's command of docs/mcp.md prints the header", async () => {
  const text = await readFile(path.join(root, 'docs/mcp.md'), 'utf8');
  const [, settings = ''] = /```json\n(.*?)```/s.exec(text) ?? [];
  const { mcpServers } = JSON.parse(settings) as { mcpServers: Record<string, { headersHelper: string }> };
  const command = mcpServers['client-reporting']?.headersHelper.replaceAll('http://localhost:8080', product.url) ?? '';
  const { stdout, stderr } = await run('sh', ['-c', command]);
  expect([JSON.parse(stdout), stderr]).toEqual([{ Authorization: expect.stringMatching(/^Bearer ey[\w.-]+$/) }, '']);
});

async function expectRight(revision: string, program: string, args: string[]): Promise<void> {
  expect(questions).toHaveLength(40);
  const { stdout, stderr, status } = await run(program, args, {
    CALLS: JSON.stringify(questions.map(({ call }) => call)),
    REVISION: revision,
  });
  if (status !== 0) throw new Error(stderr);
  const answers = stdout.trim().split('\n');
  const figures = questions.map(({ text, figureIn }, index) => [
    text,
    figureIn(JSON.parse(answers[index] ?? '') as Answer),
  ]);
  expect(figures).toEqual(questions.map(({ text, expected }) => [text, expected]));
}

function run(program: string, args: string[], settings: Record<string, string> = {}) {
  return runCommand('sh', ['-c', 'cd "$0" && exec "$@"', packages, program, ...args], {
    BASE_URL: product.url,
    CLIENT_ID: demoClient.clientId,
    CLIENT_SECRET: demoClient.clientSecret,
    ...settings,
  });
}
