import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type * as clientPackage from '../../clients/node/create-client.ts';
import { clientName, importClient, installClient } from '../support/programs/client-package.ts';
import { root, runCommand } from '../support/programs/command.ts';
import { writeFiles } from '../support/files.ts';
import { exported, mediaTypes } from '../support/reports/exports.ts';
import { startGateway } from '../support/programs/gateway.ts';
import { load, startProduct } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { company, contract, payment, paymentsPath, person, secret, together, tokenOf } from '../support/fixtures.ts';

const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const payments = 250;

let product: Product;
let project: string;
let createClient: typeof clientPackage.createClient;

beforeAll(async () => {
  project = await installClient();
  ({ createClient } = await importClient());
  product = await startProduct();
  await load(product.databaseUrl, together(company('acme'), data()));
}, 240_000);
afterAll(() => product.stop());

it("TypeScript checks programs by the client's types, the programs of its README too", async () => {
  const readme = await readFile(path.join(root, 'clients/node/README.md'), 'utf8');
  const blocks = Array.from(readme.matchAll(/```js\n(.*?)```/gs), ([, block = '']) => block);
  const programs = { 'program.ts': typedProgram, 'readme.ts': blocks.join('') };
  expect(await compile(project, programs)).toEqual({ status: 0, stdout: '', stderr: '' });
});

it('The client lists a page as the API answers it', async () => {
  const direct = await fetch(`${product.url}${paymentsPath}?fromDate=2026-01-01&toDate=2026-12-31&page=3`, {
    headers: { Authorization: `Bearer ${await tokenOf(product.url, 'acme')}` },
  });
  expect(await clientOf().scheduledPayments.list({ ...year, page: 3 })).toEqual(await direct.json());
  expect(await clientOf().timesheets.list(year)).toMatchObject({ results: [], pagination: { totalCount: 0 } });
});

it('The client sends each filter exactly, commas and brackets in ids included', async () => {
  const { scheduledPayments } = clientOf();
  const countOf = async (filters: Partial<Parameters<typeof scheduledPayments.list>[0]>) =>
    (await scheduledPayments.list({ ...year, ...filters })).pagination.totalCount;
  expect(await countOf({ contractorIds: ['[ana], the first', 'unknown'] })).toBe(payments);
  expect(await countOf({ contractorIds: ['[ana]', 'the first'] })).toBe(0);
  expect(await countOf({ scheduledPaymentStatuses: ['failed', 'upcoming'] })).toBe(0);
  expect(await countOf({ scheduledPaymentStatuses: ['paid'], toDate: '2026-01-02' })).toBe(2);
});

it('The client reads sums as a report, and has the names for its filters and the company', async () => {
  const { scheduledPaymentsSummary, timesheetsSummary, teams, contractors, company: ofToken } = clientOf();
  const byMonth = { ...year, groupBy: ['month' as const] };
  const [page] = await all(scheduledPaymentsSummary.pages({ ...byMonth, itemsPerPage: 2 }));
  expect(page?.results.map(({ month, statistics }) => [month, statistics.scheduledPaymentsCount])).toEqual([
    ['2026-01', 31],
    ['2026-02', 28],
  ]);
  const { results, response } = await scheduledPaymentsSummary.list(byMonth);
  expect(await all(scheduledPaymentsSummary.rows(byMonth))).toEqual(results);
  expect((await buffer(await scheduledPaymentsSummary.download(byMonth, 'csv'))).toString()).toMatch(/^month,/);
  const again = await scheduledPaymentsSummary.list(byMonth, { ifNoneMatch: response.etag });
  expect(again.notModified).toBe(true);
  expect((await timesheetsSummary.list({ ...year, groupBy: ['team', 'month'] })).results).toEqual([]);
  expect((await teams.list({})).results).toEqual([]);
  expect((await contractors.list({ search: 'GARCIA' })).results).toEqual([
    { _id: ana, firstName: 'Ana', lastName: 'García', contracts: { count: 1, titles: ['Web\u2028site'] } },
  ]);
  expect(await ofToken()).toEqual({ _id: 'acme', companyName: 'Company acme' });
});

it('The client reads every page, and every row', async () => {
  const { scheduledPayments } = clientOf();
  const pages = await all(scheduledPayments.pages(year));
  expect(pages.map(({ results }) => results.length)).toEqual([100, 100, 50]);
  const rows = await all(scheduledPayments.rows(year));
  expect(rows).toEqual(pages.flatMap(({ results }) => results));
});

it.each(['csv', 'ndjson', 'xlsx', 'parquet'] as const)('The client downloads a report as %s', async (format) => {
  const downloaded = await buffer(await clientOf().scheduledPayments.download(year, format));
  const direct = await exported(
    `${product.url}${paymentsPath}`,
    year,
    await tokenOf(product.url, 'acme'),
    mediaTypes[format],
  );
  expect(withoutTimes(downloaded.toString())).toEqual(withoutTimes(direct.text));
});

it('The client begins again where data changed between two pages, if its program asks for that', async () => {
  const seen: number[] = [];
  for await (const { pagination, results } of clientOf().scheduledPayments.pages(year, { onChange: 'restart' })) {
    seen.push(pagination.currentPage);
    if (seen.length === 2) await load(product.databaseUrl, changeOf(results[0]?._id ?? ''));
  }
  expect(seen).toEqual([1, 2, 1, 2, 3]);
});

it('The client never goes back in time: each request names the version of the last response', async () => {
  const exchanged: { sent: string | null; received: string | null }[] = [];
  const { scheduledPayments, timesheets } = clientOf({
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const sent = new Headers(init.headers).get('Report-Version');
      exchanged.push({ sent, received: response.headers.get('Report-Version') });
      return response;
    },
  });
  await scheduledPayments.list(year);
  await load(product.databaseUrl, changeOf('2026-01-01-100'));
  await all(timesheets.rows(year));
  await scheduledPayments.list(year);
  const [token, first, second, third] = exchanged;
  expect([token?.sent, first?.sent]).toEqual([null, null]);
  expect([second?.sent, third?.sent]).toEqual([first?.received, second?.received]);
  expect(second?.received).not.toBe(first?.received);
});

it('The client returns the response of each call, and learns by its ETag that nothing has changed', async () => {
  const { scheduledPayments } = clientOf();
  const page = await scheduledPayments.list(year);
  const { status, headers, requestId, reportVersion, etag } = page.response;
  expect({ status, requestId, reportVersion, etag }).toEqual({
    status: 200,
    requestId: headers.get('X-Request-Id'),
    reportVersion: headers.get('Report-Version'),
    etag: headers.get('ETag'),
  });
  expect(etag).toMatch(/^W\/"/);
  expect([page.notModified, Object.keys(page)]).toEqual([false, ['results', 'pagination', 'statistics']]);

  const [first] = await all(scheduledPayments.pages({ ...year, toDate: '2026-01-01' }));
  expect(first?.response.reportVersion).toBe(reportVersion);
  const rows = scheduledPayments.rows(year);
  expect(rows.response).toBeUndefined();
  await all(rows);
  expect(rows.response?.headers.get('X-Total-Count')).toBe(String(payments));

  const file = await scheduledPayments.download(year, 'parquet');
  await buffer(file);
  const again = await scheduledPayments.download(year, 'parquet', { ifNoneMatch: file.response.etag });
  expect(again).toEqual({ notModified: true, response: expect.objectContaining({ status: 304 }) });
  expect(await scheduledPayments.list(year, { ifNoneMatch: etag })).toMatchObject({ notModified: true });
  await load(product.databaseUrl, changeOf('2026-01-01-101'));
  const changed = await scheduledPayments.list(year, { ifNoneMatch: etag });
  expect([changed.notModified, changed.response.status]).toEqual([false, 200]);
});

it('The client throws what the API refuses', async () => {
  const wrongDate = { fromDate: '2026-02-30', toDate: '2026-12-31' };
  await expect(clientOf().scheduledPayments.list(wrongDate)).rejects.toMatchObject({
    name: 'ClientReportingError',
    status: 400,
    code: 'validation_error',
    message: expect.stringContaining('fromDate'),
    details: { fromDate: { message: expect.any(String) } },
    requestId: expect.any(String),
  });
});

it('The client waits for an exhausted limit, and stops waiting when its signal is aborted', async () => {
  const services = { AUTH_ADDRESS: product.authAddress, REPORTING_ADDRESS: product.reportingAddress };
  const limited = { name: 'limited', key: 'ip', limit: 1, windowSeconds: 2, routes: [`GET ${paymentsPath}`] };
  const gateway = await startGateway({ ...services, RATE_LIMIT_TIERS: JSON.stringify([limited]) });
  try {
    const { scheduledPayments } = clientOf({ baseUrl: `${gateway.url}/` });
    const lists = Array.from({ length: 3 }, () => scheduledPayments.list(year));
    const aborted = scheduledPayments.list(year, { signal: AbortSignal.timeout(500) });
    await expect(aborted).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await Promise.all(lists)).toHaveLength(3);
  } finally {
    await gateway.stop();
  }
});

function clientOf(options: Partial<Parameters<typeof createClient>[0]> = {}): clientPackage.Client {
  return createClient({ baseUrl: product.url, clientId: 'acme-client', clientSecret: secret, ...options });
}

/** Checks programs of a project by TypeScript, as strictly as it can; what tsc has to say. */
async function compile(project: string, programs: Record<string, string>) {
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, module: 'nodenext', target: 'es2022' },
    ...{ typeRoots: [path.join(root, 'node_modules/@types')], types: ['node'] },
  };
  const files = { ...programs, 'tsconfig.json': JSON.stringify({ compilerOptions }) };
  return runCommand(path.join(root, 'node_modules/.bin/tsc'), ['-p', await writeFiles(project, files)], {});
}

function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  return Readable.from(items).toArray() as Promise<T[]>;
}

const typedProgram = `
import { createClient, ClientReportingError } from '${clientName}';
import type { ScheduledPayment, TimesheetsParams } from '${clientName}';

const client = createClient({ baseUrl: 'http://localhost:8080', clientId: 'id', clientSecret: 'secret' });
const params: TimesheetsParams = { fromDate: '2026-01-01', toDate: '2026-12-31', sortField: 'billableAmount' };
export async function sum(): Promise<number> {
  let sum = 0;
  for await (const payment of client.scheduledPayments.rows({ ...params, sortField: 'budget' })) sum += worth(payment);
  for await (const { results } of client.timesheets.pages(params)) sum += results[0]?.statistics.billableAmount ?? 0;
  // @ts-expect-error -- timesheets have no amount
  for await (const { amount } of client.timesheets.rows(params)) sum += amount;
  // @ts-expect-error -- an export has no pages
  await client.timesheets.download({ ...params, page: 1 }, 'csv');
  for (const { team } of (await client.timesheetsSummary.list({ ...params, sortField: 'groupBy', groupBy: ['team'] })).results)
    sum += team?.name.length ?? 0;
  // @ts-expect-error -- timesheets have no status
  await client.timesheetsSummary.list({ ...params, sortField: 'groupBy', groupBy: ['status'] });
  // @ts-expect-error -- the dates are required
  await client.timesheets.list({});
  const file = await client.timesheets.download(params, 'csv', { ifNoneMatch: undefined });
  // @ts-expect-error -- there may be no file
  file.resume();
  if (!file.notModified) file.resume();
  return sum;
}
const worth = ({ status, amount }: ScheduledPayment) => (status === 'paid' ? amount : 0);
export const codeOf = (error: unknown) => (error instanceof ClientReportingError ? error.code : undefined);
`;

const ana = '[ana], the first';

/** One payment a day from the first of 2026 on. */
function data() {
  return {
    people: [person(ana, 'Ana', 'García')],
    contracts: [contract('web', { title: 'Web\u2028site', contractor_id: ana, employer_id: ana })],
    scheduled_payments: paymentsFrom('2026-01-01', payments, 'Milestone'),
  };
}

/** A payment that is there already, with another name. */
function changeOf(id: string) {
  const [payment] = paymentsFrom('2026-03-03', 1, `Renamed at ${Date.now()}`);
  return { scheduled_payments: [{ ...payment, id }] };
}

function paymentsFrom(first: string, count: number, name: string) {
  const dayAt = (index: number) => new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10);
  const money = { name, amount: '10.01', paid_amount: '10.01' };
  return Array.from({ length: count }, (_, index) =>
    payment(`${first}-${index}`, { ...money, scheduled_payment_on: dayAt(index) }),
  );
}

/** The names in a workbook, whose entries have the second when they were made; other files as they are. */
function withoutTimes(file: string): unknown {
  return file.startsWith('PK') ? file.match(/xl\/[\w/]+\.xml/g) : file;
}
