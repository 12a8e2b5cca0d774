import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { demoClient } from '../../local/demo/demo-client.ts';
import { installClient } from '../support/programs/client-package.ts';
import { root, runCommand } from '../support/programs/command.ts';
import { writeFiles } from '../support/files.ts';
import { compile } from './compile.ts';
import { startGateway } from '../support/programs/gateway.ts';
import type { Gateway } from '../support/programs/gateway.ts';
import { guideData, hourlyContracts } from '../support/portal/guide-data.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { timesheetsPath } from '../support/fixtures.ts';

const slowed = { name: 'slowed', key: 'ip', limit: 1, windowSeconds: 3, routes: [`GET ${timesheetsPath}`] };

let product: Product;
/** Has one request for the timesheets, every three seconds. */
let slow: Gateway;
let project: string;

beforeAll(async () => {
  project = await installClient();
  product = await startProduct();
  await load(product.databaseUrl, guideData());
  const services = { AUTH_ADDRESS: product.authAddress, REPORTING_ADDRESS: product.reportingAddress };
  slow = await startGateway({ ...unlimited, ...services, RATE_LIMIT_TIERS: JSON.stringify([slowed]) });
}, 240_000);
afterAll(async () => {
  await slow.stop();
  await product.stop();
});

it('the first JavaScript program of the guide shows a report, or why there is none', async () => {
  const { status, stdout, stderr } = await run('first-report.mjs');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ pagination: { totalCount: 1 } });
  const wrong = await run('first-report.mjs', { CLIENT_SECRET: 'wrong-secret' });
  expect(wrong).toEqual({ status: 1, stdout: '', stderr: expect.stringContaining("code: 'invalid_client'") });
});

it('the one for exports saves a whole report as a file', async () => {
  expect(await run('export.mjs')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect((await readFile(path.join(project, 'payments.csv'), 'utf8')).trimEnd().split('\r\n')).toHaveLength(2);
});

it('the one for pages reads all, and waits where a limit is used up', async () => {
  const { status, stdout, stderr } = await run('all-pages.mjs', {}, slow.url);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.match(/Contract \d+/g)).toHaveLength(hourlyContracts);
});

it('the lines of the client’s README work, one after another, and compile as strict TypeScript', async () => {
  const readme = await readFile(path.join(root, 'client/README.md'), 'utf8');
  const lines = Array.from(readme.matchAll(/```js\n(.*?)```/gs), ([, block = '']) => block);
  expect(lines).toHaveLength(7);
  expect(await runText('readme.mjs', lines.join(''))).toEqual({
    status: 0,
    stdout: "10\nOne 10 García\n2026-02 no team 10\nCompany demo\n1\n1\n[ 'fromDate', 'toDate' ]\n",
    stderr: '',
  });
  expect((await readFile(path.join(project, 'timesheets.xlsx'))).subarray(0, 2).toString()).toBe('PK');
  expect(await compile(project, lines.join(''))).toEqual({ status: 0, stdout: '', stderr: '' });
});

async function run(name: string, settings: Record<string, string> = {}, url = product.url) {
  const text = await readFile(path.join(root, 'services/portal/web/guide/snippets', name), 'utf8');
  return runText(name, text, settings, url);
}

async function runText(name: string, text: string, settings: Record<string, string> = {}, url = product.url) {
  const program = await writeFiles(project, { [name]: text.replaceAll('http://localhost:8080', url) });
  const credentials = { CLIENT_ID: demoClient.clientId, CLIENT_SECRET: demoClient.clientSecret };
  const command = ['cd "$0" && exec node "$1"', project, path.join(program, name)];
  return runCommand('sh', ['-c', ...command], { ...credentials, ...settings });
}
