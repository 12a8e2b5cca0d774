import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoClient } from '../../local/demo/demo-client.ts';
import { temporaryDirectory, writeFiles } from '../support/files.ts';
import { referencePrograms } from '../support/portal/reference-programs.ts';
import { guideData } from '../support/portal/guide-data.ts';
import { root, runCommand } from '../support/programs/command.ts';
import { load, startProduct } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { demoToken } from '../support/programs/started.ts';
import { cases, expectOutcome, startCase } from '../clients/cases.ts';
import type { Outcome } from '../clients/cases.ts';
import { emptyPage, startFailingServer, token } from '../clients/failing-server.ts';
import type { Answer, FailingServer } from '../clients/failing-server.ts';

const page = path.join(root, 'dist/services/portal/public');

const temporary = await temporaryDirectory();

beforeAll(async () => {
  const wheel = readdirSync(page).find((file) => file.endsWith('.whl')) ?? '';
  await python('-m', 'pip', 'install', '--quiet', '--target', temporary.directory, path.join(page, wheel));
}, 300_000);

describe.each(['sync', 'async'])('the %s client', (kind) => {
  let outcomes: Outcome[];

  beforeAll(async () => {
    const started = await Promise.all(cases.map(startCase));
    const runs = JSON.stringify(started.map(({ run }) => run));
    const directory = await writeFiles(temporary.directory, { 'runs.json': runs });
    const text = await python('test/clients/run_cases.py', kind, path.join(directory, 'runs.json'));
    const found = JSON.parse(text) as Outcome[];
    outcomes = found.map((outcome, index) => ({ ...outcome, ...started[index]?.counts() }));
    await Promise.all(started.map(({ stop }) => stop()));
  }, 300_000);

  it.each(cases.map((one, index) => ({ ...one, index })))('$title', (one) => {
    expectOutcome(one, outcomes[one.index]);
  });
});

it.each([
  ['forked', 'gives each process its own answers after a fork, whether it was used before or not'],
  ['forked_while_a_thread_gets_the_token', 'works after a fork while a thread holds a lock', 2_000],
  ['own_http_forked', 'is refused after a fork with an httpx client of its own, and works on in the parent'],
  ['download_forked', 'reads a download in the process that requested it only'],
  ['async_client_forked', 'works after a fork with asyncio'],
  ['second_event_loop', 'works in a second event loop, or says what does not'],
  ['ends_while_another_gets_the_token', 'keeps both timeouts while another call gets the token', 6_000],
  ['ends_while_others_are_sent', 'keeps the timeout of a call while six others run'],
  ['saves_to_one_path', 'saves each of three files to one path whole'],
  ['failed_save', 'leaves the file of before where a save fails, and no other'],
  ['sends_what_was_given', 'sends the lists as they were when a call was made'],
  ['refuses_wrong_lists', 'refuses a list that is empty, which would be everything, or has no texts'],
  ['saves_in_place', 'keeps links and modes where it saves a file'],
])('A shared client works in %s: %s', async (name, _, tokenDelayMs = 0) => {
  const server = await startFailingServer([shared], [(...both) => void setTimeout(() => token(...both), tokenDelayMs)]);
  const ended = await inProcess(name, server);
  await server.stop();
  expect(ended).toEqual({ status: 0, stdout: '', stderr: '' });
});

it.each([
  [{ ALL_PROXY: 'socks5://127.0.0.1:1', NO_PROXY: 'localhost, 127.0.0.1' }, 'answer'],
  [{ HTTPS_PROXY: 'socks4://127.0.0.1:port', NO_PROXY: '::1,[::1],fe80::/10,*.corp' }, 'answer'],
  [{ HTTP_PROXY: '127.0.0.1:1', NO_PROXY: '127.0.0.1' }, 'answer'],
  [{ SSL_CERT_FILE: '', SSL_CERT_DIR: '/nowhere' }, 'answer'],
  [{ ALL_PROXY: 'socks5://127.0.0.1:1' }, 'ALL_PROXY is no proxy that can be used'],
  [{ http_proxy: 'http://127.0.0.1:port' }, 'HTTP_PROXY is no proxy that can be used'],
  [{ SSL_CERT_FILE: '/nowhere.pem' }, 'SSL_CERT_FILE is no file of certificates that can be read: /nowhere.pem'],
])('The Python client reads the environment for its address: %j', async (variables, text) => {
  const server = await startFailingServer([shared]);
  const { stdout, stderr } = await inProcess('prints_an_answer_or_error', server, variables);
  await server.stop();
  const [line, asyncLine, ...more] = stdout.split('\n');
  expect({ line, asyncLine, more, stderr }).toEqual({
    ...{ line: expect.stringContaining(text), asyncLine: expect.stringContaining(text), more: [''], stderr: '' },
  });
});

async function inProcess(name: string, { options }: FailingServer, variables: Record<string, string> = {}) {
  const directory = await writeFiles(temporary.directory, {});
  const program = path.join(root, 'test/clients/processes.py');
  const inDirectory = ['-c', 'cd "$0" && exec python3 -W error::RuntimeWarning "$@"', directory];
  return runCommand('sh', [...inDirectory, program, name, options.baseUrl ?? ''], {
    ...{ PYTHONPATH: temporary.directory, ...variables },
  });
}

/** Answers with the first of `contractorIds` as count, or in each line of a file, which is slow for '1'. */
const shared: Answer = (response, request) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const [number = '1'] = JSON.parse(searchParams.get('contractorIds') ?? '[]') as string[];
  const pagination = { ...emptyPage.pagination, pagesCount: 2, totalCount: Number(number) };
  const [type, ...lines] = {
    'text/csv': ['text/csv', searchParams.has('contractorIds') ? `${number}\r\n` : 'id\r\n', `${number}\r\n`],
    'application/x-ndjson': ['application/x-ndjson', '{"_id":"a"}\n'],
  }[request.headers.accept ?? ''] ?? ['application/json', JSON.stringify({ ...emptyPage, pagination })];
  response.writeHead(200, { 'Content-Type': type, 'X-Total-Count': '1' }).write(lines[0]);
  const isSlow = pathname.includes('/teams/') || (lines.length > 1 && number === '1');
  setTimeout(
    () => (pathname.includes('/timesheets/') ? response.destroy() : response.end(lines[1])),
    isSlow ? 2_000 : 50,
  );
};

describe('with a service,', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
    await load(product.databaseUrl, guideData());
  }, 120_000);
  afterAll(() => product.stop());

  const run = async (program: string, settings: Record<string, string> = {}) => {
    const directory = await writeFiles(temporary.directory, {
      'program.py': program.replaceAll('"http://localhost:8080"', `"${product.url}"`),
    });
    const { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = demoClient;
    const environment = { BASE_URL: product.url, CLIENT_ID, CLIENT_SECRET, PYTHONPATH: temporary.directory };
    const env = { ...process.env, ...environment, ...settings };
    const { stdout, stderr } = await promisify(execFile)('python3', ['program.py'], { cwd: directory, env });
    expect(stderr).toBe('');
    return stdout;
  };

  it.each(['clients/python/README.md', 'docs/guide.md'])('The program of %s runs with a service', async (document) => {
    const blocks = (await readFile(path.join(root, document), 'utf8')).matchAll(/^```python\n(.*?)^```/gms);
    await run(Array.from(blocks, ([, code]) => code).join('\n'));
  });

  it('The programs of the reference run with a service', async () => {
    const TOKEN = await demoToken(product);
    for (const program of await referencePrograms('Python', product.url)) {
      expect(await run(program, { TOKEN })).toMatch(/companyName|pagesCount|^[\w-]+ \[|^200 /m);
    }
  });
});

async function python(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runCommand('python3', args, { PYTHONPATH: temporary.directory });
  if (status !== 0) throw new Error(`python3 ${args.join(' ')} failed: ${stderr}${stdout}`);
  return stdout;
}
