import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { demoClient } from '../../local/demo/demo-client.ts';
import { importDirectory } from '../../services/import/import-directory.ts';
import { audience, startOpenIdProvider, visit } from '../support/openid-provider.ts';
import type { OpenIdProvider } from '../support/openid-provider.ts';
import { temporaryDirectory } from '../support/files.ts';
import { adminJson } from '../support/programs/admin-command.ts';
import { root, startCommand } from '../support/programs/command.ts';
import { startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { demoAmounts } from './demo-amounts.ts';
import type { Amounts } from './demo-amounts.ts';
import { pythonPrograms } from './python.ts';
import { pepper } from '../support/pepper.ts';

const packages = path.join(root, 'node_modules/.cache/mcp-client');

let product: Product;
let login: OpenIdProvider;
const temporary = await temporaryDirectory();
let python: string;
let amounts: { paid: Amounts; billable: Amounts };

beforeAll(async () => {
  python = path.join(await pythonPrograms(), 'python');
  await mkdir(packages, { recursive: true });
  // A server of ours needs none of it, so it is no dependency.
  const client = '@modelcontextprotocol/client@2.4.0';
  const all = [client, 'mcp-remote@0.15.1'];
  await promisify(execFile)('npm', ['install', '--prefix', packages, '--no-save', '--no-audit', ...all]);
  login = await startOpenIdProvider();
  product = await startProduct({ ...unlimited, TRUSTED_ISSUERS: JSON.stringify([{ issuer: login.issuer, audience }]) });
  const demo = path.join(root, 'dist/local/demo');
  await importDirectory(demo, product.databaseUrl, { peppers: [pepper] });
  const [user] = await adminJson<{ userId: string }[]>(product.databaseUrl, 'users', 'list', '--company', 'tessellate');
  await adminJson(product.databaseUrl, 'users', 'link', user?.userId ?? '', 'ana');
  amounts = await demoAmounts(demo);
}, 600_000);
afterAll(async () => {
  await Promise.all([product.stop(), login.stop()]);
});

it.each(['newest', 'earlier'])(
  'Questions have the right figures, asked by the official client by the %s revision of the Model Context Protocol',
  (revision) => expectRight(revision),
);

it('Questions have the right figures through mcp-remote, for a person who signs in once for later starts', async () => {
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

it('The program of docs/mcp.md prints what was paid', async () => {
  const text = await readFile(path.join(root, 'docs/mcp.md'), 'utf8');
  const [, program = ''] = /```python\n(.*?)```/s.exec(text) ?? [];
  const { stdout, stderr, status } = await run(python, [
    '-c',
    program.replaceAll('http://localhost:8080', product.url),
  ]);
  expect({ status, stderr, stdout }).toEqual({ status: 0, stderr: '', stdout: `${sum(amounts.paid) / 100}\n` });
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
  const environment = { CALLS: JSON.stringify(calls), REVISION: revision, ...settings };
  const program = await readFile(path.join(root, 'test/recipes/ask-mcp.mjs'), 'utf8');
  const { stdout, stderr, status } = await run('node', ['--input-type=module', '-e', program], environment, onStderr);
  if (status !== 0) throw new Error(stderr);
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
  const [payments, timesheets, names, teams] = answers as [Answer, Answer, Answer, Answer];
  const paidTo = teams.results.map(({ team, statistics }) => [team?.name ?? 'no team', statistics[paid]]);
  expect({
    paid: payments.statistics[paid],
    billable: timesheets.statistics.billableAmount,
    teamsFound: names.teams.pagination.totalCount,
    byTeam: Object.fromEntries(paidTo) as object,
  }).toEqual({
    paid: sum(amounts.paid) / 100,
    billable: sum(amounts.billable) / 100,
    teamsFound: 1,
    byTeam: Object.fromEntries(Object.entries(amounts.paid).map(([team, cents]) => [team, cents / 100])),
  });
}

const paid = 'totalScheduledPaymentsPaidAmount';
const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const calls = [
  { name: 'list_payments', arguments: year },
  { name: 'list_timesheets', arguments: { ...year, itemsPerPage: 1 } },
  { name: 'find', arguments: { search: 'engine' } },
  { name: 'summarize', arguments: { report: 'scheduled-payments', ...year, groupBy: ['team'] } },
];

type Answer = {
  statistics: Record<string, number>;
  results: { team: { name: string } | null; statistics: Record<string, number> }[];
  teams: { pagination: { totalCount: number } };
};

function sum(cents: Amounts): number {
  return Object.values(cents).reduce((total, one) => total + one);
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
