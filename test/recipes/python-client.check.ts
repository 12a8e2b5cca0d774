import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoClient } from '../../demo/demo-client.ts';
import { temporaryDirectory, writeFiles } from '../support/files.ts';
import { referencePrograms } from '../support/portal/reference-programs.ts';
import { guideData } from '../support/portal/guide-data.ts';
import { root, runCommand } from '../support/programs/command.ts';
import { load, startProduct } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { demoToken } from '../support/programs/started.ts';
import { cases, expectOutcome, startCase } from '../client/cases.ts';
import type { Outcome } from '../client/cases.ts';

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
    const text = await python('test/client/run_cases.py', kind, path.join(directory, 'runs.json'));
    const found = JSON.parse(text) as Outcome[];
    outcomes = found.map((outcome, index) => ({ ...outcome, ...started[index]?.counts() }));
    await Promise.all(started.map(({ stop }) => stop()));
  }, 300_000);

  it.each(cases.map((one, index) => ({ ...one, index })))('$title', (one) => {
    expectOutcome(one, outcomes[one.index]);
  });
});

describe('with a service,', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
    await load(product.databaseUrl, guideData());
  }, 120_000);
  afterAll(() => product.stop());

  const run = async (program: string, settings: Record<string, string> = {}) => {
    const directory = await writeFiles(temporary.directory, { 'program.py': program });
    const { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = demoClient;
    const environment = { BASE_URL: product.url, CLIENT_ID, CLIENT_SECRET, PYTHONPATH: temporary.directory };
    const env = { ...process.env, ...environment, ...settings };
    const { stdout, stderr } = await promisify(execFile)('python3', ['program.py'], { cwd: directory, env });
    expect(stderr).toBe('');
    return stdout;
  };

  it.each(['client-python/README.md', 'docs/python.md'])('the program of %s runs', async (document) => {
    const blocks = (await readFile(path.join(root, document), 'utf8')).matchAll(/^```python\n(.*?)^```/gms);
    await run(Array.from(blocks, ([, code]) => code).join('\n'));
  });

  it('the programs of the reference run', async () => {
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
