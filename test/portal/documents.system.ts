import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { temporaryDirectory } from '../support/files.ts';
import { contract, company, day, payment, person, secret } from '../support/fixtures.ts';
import { startPortal } from '../support/portal/portal.ts';
import type { Portal } from '../support/portal/portal.ts';
import { runCommand } from '../support/programs/command.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';

let portal: Portal;
let product: Product;
const temporary = await temporaryDirectory();
let llms: string;

beforeAll(async () => {
  portal = await startPortal();
  product = await startProduct({ ...unlimited, PORTAL_URL: portal.url });
  await load(product.databaseUrl, {
    ...company('acme'),
    people: [person('ana', 'Ana', 'García')],
    contracts: [contract('web'), contract('app', { type: 'hourly', title: 'App', rate: '30' })],
    scheduled_payments: Array.from({ length: 12 }, (_, index) =>
      payment(`payment-${index}`, {
        scheduled_payment_on: `2026-0${(index % 6) + 1}-15`,
        paid_amount: `${index}.10`,
        status: index === 2 ? 'failed' : 'paid',
      }),
    ),
    timesheet_days: [day('app', '2026-02-02'), day('app', '2026-11-30')],
  });
  llms = await (await fetch(`${product.url}/llms.txt`)).text();
});
afterAll(async () => {
  await product.stop();
  await portal.stop();
});

describe('llms.txt, line by line,', () => {
  it('The file llms.txt leads to a token, pages with filters and their totals, sums, a file, and changes', async () => {
    const programs = Array.from(llms.matchAll(/```sh\n(.*?)```/gs), ([, program = '']) => program);
    const script = programs.join('echo; echo ----\n');
    const { status, stdout, stderr } = await runCommand('sh', ['-c', `cd "$0"; ${script}`, temporary.directory], {
      CLIENT_ID: 'acme-client',
      CLIENT_SECRET: secret,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [first, filtered, timesheets, sums, ...others] = stdout.split('----\n').filter((text) => text.trim() !== '');
    expect(answerIn(first)).toMatchObject({
      pagination: { totalCount: 12 },
      statistics: { totalScheduledPaymentsPaidAmount: 67.2 },
    });
    expect(answerIn(filtered)).toMatchObject({
      results: [{ paidAmount: 8.1 }, { paidAmount: 7.1 }, { paidAmount: 6.1 }],
      pagination: { totalCount: 5 },
      statistics: { totalScheduledPaymentsPaidAmount: 22.5 },
    });
    expect(answerIn(timesheets)).toMatchObject({ statistics: { trackedMinutes: 120, billableAmount: 60 } });
    expect(answerIn(sums)).toMatchObject({
      results: ['01', '02', '03', '04', '05', '06'].map((month) => ({ month: `2026-${month}` })),
      statistics: { totalScheduledPaymentsPaidAmount: 67.2 },
    });
    const [changes, ...none] = others;
    expect(answerIn(changes)).toMatchObject({ results: [], more: false, totalCount: 12 });
    expect(none).toEqual([]);
    const file = await readFile(path.join(temporary.directory, 'payments.csv'), 'utf8');
    expect(parse<object>(file, { columns: true })).toHaveLength(12);
  });

  it('The file llms.txt links to documents that are served, as text', async () => {
    const links = Array.from(llms.matchAll(/https?:\/\/[^\s`)']+/g), ([link]) => link).filter(
      (link) => !link.endsWith('/mcp') && !link.includes('/api/v1/') && !link.includes('/auth/'),
    );
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) {
      expect(link).toMatch(new RegExp(`^${product.url}/(portal/|openapi\\.json)`));
      const response = await fetch(link);
      expect([link, response.status]).toEqual([link, 200]);
      expect(response.headers.get('content-type')).toMatch(/^(text\/markdown|text\/plain|application\/(json|gzip))/);
    }
  });
});

const answerIn = (text = ''): unknown => JSON.parse(text);

it('The file llms-full.txt holds llms.txt and the documents, whose links lead to what is served', async () => {
  const full = await (await fetch(`${product.url}/llms-full.txt`)).text();
  expect(full.startsWith(llms)).toBe(true);
  for (const name of ['guide', 'api', 'client', 'mcp', 'python', 'specification']) {
    const document = `${product.url}/portal/${name}.md`;
    const text = await (await fetch(document)).text();
    expect(full).toContain(text);
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const { href, origin } = new URL(link, document);
      if (origin === product.url) expect([href, (await fetch(href)).status]).toEqual([href, 200]);
    }
  }
});

it.each(['guide', 'api'])('The file /portal/%s.md has no HTML, and the address of the service', async (name) => {
  const text = await (await fetch(`${product.url}/portal/${name}.md`)).text();
  const prose = text.replace(/```.*?```|`[^`]*`/gs, '');
  expect(prose).not.toMatch(/<\w+|&\w+;/);
  expect(text).toContain(product.url);
  expect(text).not.toMatch(/reports\.example\.com|localhost:8080/);
});
