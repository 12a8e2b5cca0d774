import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { demoClient } from '../../demo/demo-client.ts';
import { writeDemoData } from '../../demo/load-demo-data.ts';
import { importDirectory } from '../../import/import-directory.ts';
import { audience, startOpenIdProvider, visit } from '../support/openid-provider.ts';
import type { OpenIdProvider } from '../support/openid-provider.ts';
import { temporaryDirectory } from '../support/files.ts';
import { adminJson } from '../support/programs/admin-command.ts';
import { root, startCommand } from '../support/programs/command.ts';
import { startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { demoAmounts } from './demo-amounts.ts';
import { questionsOn } from './mcp/questions.ts';
import type { Answer, Question } from './mcp/questions.ts';
import { pythonPrograms } from './python.ts';
import { pepper } from '../support/pepper.ts';

const packages = path.join(root, 'node_modules/.cache/mcp-client');

let product: Product;
let login: OpenIdProvider;
const temporary = await temporaryDirectory();
let python: string;
let questions: Question[];

beforeAll(async () => {
  python = path.join(await pythonPrograms(), 'python');
  await mkdir(packages, { recursive: true });
  // A server of ours needs none of it, so it is no dependency.
  const client = '@modelcontextprotocol/client@2.4.0';
  const all = [client, 'mcp-remote@0.15.1'];
  await promisify(execFile)('npm', ['install', '--prefix', packages, '--no-save', '--no-audit', ...all]);
  login = await startOpenIdProvider();
  product = await startProduct({ ...unlimited, TRUSTED_ISSUERS: JSON.stringify([{ issuer: login.issuer, audience }]) });
  await writeDemoData(temporary.directory);
  await importDirectory(temporary.directory, product.databaseUrl, { peppers: [pepper] });
  const [user] = await adminJson<{ userId: string }[]>(product.databaseUrl, 'users', 'list', '--company', 'tessellate');
  await adminJson(product.databaseUrl, 'users', 'link', user?.userId ?? '', 'ana');
  questions = questionsOn(await demoAmounts(temporary.directory));
}, 600_000);
afterAll(async () => {
  await Promise.all([product.stop(), login.stop()]);
});

it.each(['newest', 'earlier'])(
  'questions have the right figures, asked by the official client by the %s revision of the Model Context Protocol',
  (revision) => expectRight(revision),
);

it('questions have the right figures through mcp-remote, for a person who signs in once for later starts', async () => {
  const settings = {
    REMOTE: path.join(packages, 'node_modules/mcp-remote/dist/proxy.js'),
    MCP_REMOTE_CONFIG_DIR: temporary.directory,
  };
  const visited: string[] = [];
  const signIn = async (written: string) => {
    const [, address = ''] = /visiting:\s+(http\S+)\s/.exec(written) ?? [];
    if (!written.includes('Waiting for authorization') || visited.includes(address)) return;
    visited.push(address);
    const client = new URL(address).searchParams.get('redirect_uri') ?? '';
    await fetch(await visit(new URL(address), 'ana', client));
  };
  for (const _start of ['first', 'later']) await expectRight('earlier', settings, signIn);
  expect(visited).toHaveLength(1);
});

it('the program of docs/mcp.md prints what was paid', async () => {
  const text = await readFile(path.join(root, 'docs/mcp.md'), 'utf8');
  const [, program = ''] = /```python\n(.*?)```/s.exec(text) ?? [];
  const { stdout, stderr, status } = await run(python, [
    '-c',
    program.replaceAll('http://localhost:8080', product.url),
  ]);
  expect({ status, stderr, stdout }).toEqual({ status: 0, stderr: '', stdout: `${questions[0]?.expected}\n` });
});

it("Claude Code's command of docs/mcp.md prints the header", async () => {
  const text = await readFile(path.join(root, 'docs/mcp.md'), 'utf8');
  const [, settings = ''] = /```json\n(.*?)```/s.exec(text) ?? [];
  const { mcpServers } = JSON.parse(settings) as { mcpServers: Record<string, { headersHelper: string }> };
  const command = mcpServers['client-reporting']?.headersHelper.replaceAll('http://localhost:8080', product.url) ?? '';
  const { stdout, stderr } = await run('sh', ['-c', command]);
  expect([JSON.parse(stdout), stderr]).toEqual([{ Authorization: expect.stringMatching(/^Bearer ey[\w.-]+$/) }, '']);
});

async function expectRight(
  revision: string,
  settings: Record<string, string> = {},
  onStderr?: (written: string) => Promise<void>,
): Promise<void> {
  const calls = { CALLS: JSON.stringify(questions.map(({ call }) => call)), REVISION: revision };
  const program = await readFile(path.join(root, 'test/recipes/mcp/ask.mjs'), 'utf8');
  const args = ['--input-type=module', '-e', program];
  const { stdout, stderr, status } = await run('node', args, { ...calls, ...settings }, onStderr);
  if (status !== 0) throw new Error(stderr);
  const answers = stdout.trim().split('\n');
  const figures = questions.map(({ text, figureIn }, index) => [
    text,
    figureIn(JSON.parse(answers[index] ?? '') as Answer),
  ]);
  expect(figures).toEqual(questions.map(({ text, expected }) => [text, expected]));
}

async function run(
  program: string,
  args: string[],
  settings: Record<string, string> = {},
  onStderr?: (written: string) => Promise<void>,
) {
  const command = startCommand('sh', ['-c', 'cd "$0" && exec "$@"', packages, program, ...args], {
    BASE_URL: product.url,
    CLIENT_ID: demoClient.clientId,
    CLIENT_SECRET: demoClient.clientSecret,
    ...settings,
  });
  command.process.stderr?.on('data', () => void onStderr?.(command.stderr()));
  const status = await command.ended;
  return { status, stdout: command.stdout(), stderr: command.stderr() };
}
