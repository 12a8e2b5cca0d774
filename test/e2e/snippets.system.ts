import { readFileSync } from 'node:fs';
import { access, readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { demoClient } from '../../local/demo/demo-client.ts';
import { root, runCommand } from '../support/programs/command.ts';
import { writeFiles } from '../support/files.ts';
import { installClient } from '../support/programs/client-package.ts';
import { timesheetsPath } from '../support/fixtures.ts';
import { referencePrograms } from '../support/portal/reference-programs.ts';
import { guideData, hourlyContracts } from '../support/portal/guide-data.ts';
import { query } from '../support/postgres/database.ts';
import { installed } from '../support/programs/installed.ts';
import { demoToken } from '../support/programs/started.ts';
import { ownGateway, ownProduct } from '../support/programs/own-product.ts';

const { clientId: id, clientSecret } = demoClient;
const guide = readFileSync(path.join(root, 'docs/guide.md'), 'utf8');
const credentials = { CLIENT_ID: id, CLIENT_SECRET: clientSecret };
const slowed = { name: 'slowed', key: 'ip', limit: 1, windowSeconds: 3, routes: [`GET ${timesheetsPath}`] };

const product = await ownProduct({}, guideData());
/** Has one for the timesheets, every three seconds. */
const slow = await ownGateway({ RATE_LIMIT_TIERS: JSON.stringify([slowed]) }, product);
/** Has the client as users install it. */
const directory = await installClient();
const TOKEN = await demoToken(product);

const documents = ['README.md', 'docs/api.md'].map((file) => readFileSync(path.join(root, file), 'utf8'));
const blocks = Array.from(documents.join('').matchAll(/```sh\n(.*?)```/gs), ([, block = '']) => block).filter((block) =>
  block.includes('curl'),
);
const [token = ''] = blocks;
const others = blocks.slice(1).map((block) => [/localhost:8080([\w./-]+)/.exec(block)?.[1], block] as const);

describe.each(['sh', 'bash'])('the curl lines of README and docs/api.md, in %s,', (shell) => {
  it('The curl lines get a token with the right secret, and show the error with a wrong one', async () => {
    const right = await run(shell, `${token}printf %s "$TOKEN"`);
    expect(right).toEqual({ status: 0, stdout: expect.stringMatching(/^ey[\w.-]+$/), stderr: '' });
    const wrong = await run(shell, `${token.replace(clientSecret, 'wrong-secret')}printf %s "$TOKEN"`);
    expect(wrong).toEqual({ status: 0, stdout: '', stderr: expect.stringContaining('"error":"invalid_client"') });
  });

  it.each(others)('The curl lines work with the right secret, and show a wrong one: %s', async (_, block) => {
    const right = await run(shell, token + block);
    expect(right).toMatchObject({ status: 0, stderr: '' });
    expect(right.stdout).not.toMatch(/^\{"error"/m);
    if (!/TOKEN|secret/i.test(block)) return;
    const { stdout, stderr } = await run(shell, (token + block).replaceAll(clientSecret, 'wrong-secret'));
    expect(stdout + stderr).toContain('"error":"invalid_client"');
  });
});

/** The program in a language below a heading of the guide. */
function programOf(heading: string, language: string): string {
  const block = new RegExp(`^## ${heading}$.*?^\`\`\`${language}\n(.*?)^\`\`\``, 'ms');
  return block.exec(guide)?.[1] ?? '';
}

// test/recipes/python-client.recipes.ts runs those in Python.
describe.each([
  ['curl in sh', 'sh', 'sh'],
  ['curl in bash', 'bash', 'sh'],
  ['JavaScript', 'node', 'js'],
])('the programs of the guide, by %s,', (_, program, language) => {
  const first = programOf('Start', language);
  // In JavaScript, they go on from the client of the first one.
  const begin = program === 'node' ? `${first.replace(/^const report.*/ms, '')}\n` : '';
  const snippet = (heading: string) => begin + programOf(heading, language);
  // The client takes care of the token, and waits where a limit is exhausted.
  const isOfClient = program === 'node';
  const wrong = { CLIENT_ID: id, CLIENT_SECRET: 'wrong-secret', TOKEN: 'garbage' };
  const refusal = isOfClient ? 'invalid_client' : 'invalid_token';

  it('The programs show a first report, or why they cannot', async () => {
    const right = await run(program, first, credentials);
    expect(right).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(right.stdout)).toMatchObject({ pagination: { totalCount: 1 } });
    await expectFailure(run(program, first, wrong), 'invalid_client');
  });

  it('The programs show sums by month', async () => {
    const sums = await run(program, snippet('Sums'), { ...credentials, TOKEN });
    expect(sums).toEqual({ status: 0, stdout: expect.stringMatching(/^2026-02 .*\n$|"month":"2026-02"/), stderr: '' });
  });

  it('The programs save a whole report as a file, or show why they do not', async () => {
    const file = path.join(directory, 'payments.csv');
    await rm(file, { force: true });
    const text = snippet('Whole reports');
    await expectFailure(run(program, text, wrong), refusal);
    await expect(access(file)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await run(program, text, { ...credentials, TOKEN })).toEqual({ status: 0, stdout: '', stderr: '' });
    expect((await readFile(file, 'utf8')).trimEnd().split('\r\n')).toHaveLength(2);
  });

  it('The programs read every page, or show why they do not', async () => {
    const text = snippet('Pages and order');
    const right = await run(program, text, { ...credentials, TOKEN });
    expect(right).toMatchObject({ status: 0, stderr: '' });
    expect(right.stdout.match(/Contract \d+/g)).toHaveLength(hourlyContracts);
    await expectFailure(run(program, text, wrong), refusal);
  });

  it('The programs wait where a limit is exhausted amid the pages, say so unless the client does it, and go on', async () => {
    const settings = { ...credentials, TOKEN, url: slow.url };
    const { status, stdout, stderr } = await run(program, snippet('Pages and order'), settings);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: isOfClient ? '' : expect.stringMatching(/rate_limited|error: 429/),
    });
    expect(stdout.match(/Contract \d+/g)).toHaveLength(hourlyContracts);
  });
});

it.each([
  ['curl', 'sh'],
  ['JavaScript', 'node'],
])('The programs of the reference in %s work', async (language, program) => {
  const settings = { ...credentials, TOKEN: await demoToken(product) };
  for (const text of await referencePrograms(language, product.url)) {
    const { status, stdout, stderr } = await run(program, text, settings);
    expect({ text, status, stderr }).toEqual({ text, status: 0, stderr: '' });
    if (program === 'node') expect(stdout).toMatch(/companyName|pagesCount|results|^[\w-]+ \[|^200 /m);
  }
});

it('The programs of the client’s README work, one after another', async () => {
  const readme = await readFile(path.join(root, 'clients/node/README.md'), 'utf8');
  const lines = Array.from(readme.matchAll(/```js\n(.*?)```/gs), ([, block = '']) => block);
  expect(lines).toHaveLength(4);
  expect(await run('node', lines.join(''), credentials)).toEqual({
    status: 0,
    stdout: "10\nOne 10 García\n2026-02 no team 10\n1\n[ 'fromDate', 'toDate' ]\n",
    stderr: '',
  });
});

it('The program of the guide compiles with types of openapi-typescript and shows a report', async () => {
  const program = programOf('Generated clients', 'ts');
  const project = await writeFiles(directory, {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...{ strict: true, module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom'] },
        // `npm run check` checks the same types in clients/node/generated/schema.ts; those of libraries take most of the time.
        ...{ rewriteRelativeImportExtensions: true, types: ['node'], skipLibCheck: true },
        typeRoots: [path.join(root, 'node_modules/@types')],
      },
    }),
    // What openapi-typescript makes of the document.
    'client-reporting.d.ts': await readFile(path.join(root, 'clients/node/generated/schema.ts')),
    'guide.mts': program.replaceAll('http://localhost:8080', product.url),
  });
  const file = (name: string) => path.join(project, name);
  await symlink(path.join(root, 'node_modules'), file('node_modules'));
  expect(await runCommand(path.join(root, 'node_modules/.bin/tsc'), ['-p', project], {})).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  });
  const shown = await runCommand('node', [file('guide.mjs')], credentials);
  expect(shown).toEqual({ status: 0, stdout: '10\nOne 10 García\n', stderr: '' });
});

it('The program of docs/api.md keeps a copy equal, and loads it again where its version is gone', async () => {
  const [, program = ''] = /```python\n(.*?)```/s.exec(documents.join('')) ?? [];
  await expectFailure(run('python3', program, { TOKEN: 'garbage' }), 'invalid_token');
  for (const [statement, names] of [
    ['select', ['One']],
    ["update reporting.scheduled_payments set name = 'Renamed'", ['Renamed']],
    ["update reporting.scheduled_payments set scheduled_payment_on = '2019-12-31Z'", []],
    ["update reporting.scheduled_payments set scheduled_payment_on = '2026-02-01Z'", ['Renamed']],
    ['truncate reporting.scheduled_payments', []],
  ] as [string, string[]][]) {
    await query(product.databaseUrl, statement);
    expect(await run('python3', program, { TOKEN })).toEqual({
      status: 0,
      stdout: `${names.length} payments, as in the report: ${names.length}\n`,
      stderr: '',
    });
    const { rows } = JSON.parse(await readFile(path.join(directory, 'payments.json'), 'utf8')) as {
      rows: Record<string, { name: string }>;
    };
    expect(Object.values(rows).map(({ name }) => name)).toEqual(names);
  }
});

type Settings = { url?: string; TOKEN?: string; CLIENT_ID?: string; CLIENT_SECRET?: string };

async function run(program: string, text: string, { url = product.url, ...settings }: Settings = {}) {
  const options = program === 'node' ? ['--input-type=module', '-e'] : ['-c'];
  const command = [await installed(program), ...options, text.replaceAll('http://localhost:8080', url)];
  return runCommand('sh', ['-c', 'cd "$0" && exec "$@"', directory, ...command], settings);
}

async function expectFailure(running: ReturnType<typeof run>, error: string): Promise<void> {
  const { status, stdout, stderr } = await running;
  expect({ failed: status !== 0, stdout, stderr }).toEqual({
    failed: true,
    stdout: '',
    stderr: expect.stringMatching(`"error":"${error}"|code: '${error}'`),
  });
}
