import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import request from 'supertest';
import { startBrowser } from '../support/portal/browser.ts';
import { runCommand } from '../support/programs/command.ts';
import { choose2026, openExplorer, openPage, rowsOf, signIn, untilRows } from '../support/portal/portal-page.ts';
import { startPortalProduct } from '../support/portal/portal-product.ts';
import type { Product } from '../support/programs/product.ts';
import { until } from '../support/until.ts';
import { paymentsPath, secret, tokenOf } from '../support/fixtures.ts';

let product: Product;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [browser, product] = await Promise.all([startBrowser(), startPortalProduct()]);
  page = await openExplorer(browser, product.url);
}, 180_000);
afterAll(async () => {
  await browser.close();
  await product.stop();
}, 60_000);

const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const column = async (index: number) => (await rowsOf(page)).map((row) => row[index]);
const askedLast = () => page.locator('.curl code').innerText();

it('keeps the client id and secret in memory alone', async () => {
  const stored = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).length,
    cookies: document.cookie,
    address: location.href,
    page: document.documentElement.outerHTML,
  }));
  const { page: html, ...rest } = stored;
  const address = `${product.url}/portal/explorer`;
  expect(rest).toEqual({
    ...{ local: [], session: [], databases: 0, cookies: '' },
    address: expect.stringMatching(/\/portal\/explorer(\?report=payments&fromDate=2026-01-01&toDate=2026-12-31)?$/),
  });
  expect(html).not.toContain(secret);
  expect(await page.context().cookies()).toEqual([]);
  const other = await openPage(browser, address);
  await signIn(other);
  await other.getByRole('region', { name: 'Scheduled payments', exact: true }).or(other.locator('.nothing')).waitFor();
  await other.reload();
  await other.getByRole('heading', { name: 'Look at your reports' }).waitFor();
  await other.close();
});

it('keeps who is signed in, and their view, while they read the guide, until they sign out', async () => {
  const other = await openPage(browser, `${product.url}/portal/explorer`);
  await signIn(other);
  await other.getByText('acme-client').waitFor();
  await other.getByRole('button', { name: 'Last year' }).click();
  await other.getByText('Nothing matches.').waitFor();
  const view = other.url();
  await other.getByRole('link', { name: 'Guide' }).click();
  await other.getByRole('heading', { name: 'Guide' }).waitFor();
  await other.getByRole('link', { name: 'Explorer' }).click();
  await other.getByText('acme-client').waitFor();
  expect(other.url()).toBe(view);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('heading', { name: 'Look at your reports' }).waitFor();
  await other.close();
});

describe('the scheduled payments', () => {
  it('are shown with their statistics, over all and not over the page', async () => {
    await page.locator('.bars').waitFor();
    expect(await page.getByLabel('Totals').innerText()).toBe(
      'Paid\n$676.50\nScheduled\n$2,742.00\nUpcoming\n$682.50\nProcessing\n$688.50\nFailed\n$694.50\n' +
        'Payments\n30\nOf them paid\n6\nContracts\n2',
    );
    expect((await rowsOf(page))[0]).toEqual([
      '27 Mar 2026',
      'Milestone 26',
      'Logo',
      'Ana García',
      'Design',
      'Upcoming',
      '$126.25',
      '$0.00',
    ]);
  });

  it('are sorted by a click on a column, the other way round by the next', async () => {
    const head = page.getByRole('columnheader', { name: 'Amount' });
    expect(await page.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')).toBe('descending');
    await head.getByRole('button').click();
    await until('the largest first', async () => (await column(6))[0] === '$129.25');
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await head.getByRole('button').click();
    await until('the smallest first', async () => (await column(6))[0] === '$100.25');
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    expect(await page.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')).toBeNull();
    await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').click();
    await until('the last first', async () => (await column(0))[0] === '27 Mar 2026');
  });

  it('are shown page by page', async () => {
    const pager = page.getByRole('navigation', { name: 'Pages' });
    expect(await pager.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
    await pager.getByRole('button', { name: 'Next' }).click();
    await untilRows(page, 5);
    expect(await pager.innerText()).toMatch(/^26 – 30 of 30\n/);
    expect(await pager.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await pager.getByRole('combobox').selectOption('10');
    await untilRows(page, 10);
    expect(await pager.innerText()).toContain('Page 1 of 3');
    await pager.getByRole('combobox').selectOption('25');
    await untilRows(page, 25);
  });

  it('are of the days chosen by date or preset', async () => {
    await page.getByLabel('From', { exact: true }).fill('2026-03-01');
    await until('March alone', async () => (await column(0)).every((day) => day?.endsWith('Mar 2026')));
    await page.getByRole('button', { name: 'Last year' }).click();
    await page.getByText('Nothing matches.').waitFor();
    const lastYear = new Date().getUTCFullYear() - 1;
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(`${lastYear}-01-01`);
    expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(`${lastYear}-12-31`);
    await choose2026(page);
    await untilRows(page, 25);
  });

  it('are of the statuses, teams and contractors ticked, of which all in the range are offered', async () => {
    await page.getByRole('button', { name: 'Status:' }).click();
    await page.getByRole('checkbox', { name: 'Failed' }).check();
    await page.getByRole('checkbox', { name: 'Paid' }).check();
    await untilRows(page, 12);
    expect(new Set(await column(5))).toEqual(new Set(['Failed', 'Paid']));
    await page.getByRole('button', { name: 'Team:' }).click();
    await page.getByRole('checkbox', { name: 'Build' }).waitFor();
    expect(await page.locator('.boxes label').allInnerTexts()).toEqual(['Build', 'Design']);
    await page.getByRole('checkbox', { name: 'Build' }).check();
    await untilRows(page, 6);
    expect(new Set(await column(4))).toEqual(new Set(['Build']));
    await page.getByRole('button', { name: 'Contractor:' }).click();
    await page.getByRole('checkbox', { name: 'Ana García' }).waitFor();
    expect(await page.locator('.boxes label').allInnerTexts()).toEqual(['Ana García', 'Bo Ångström']);
    await page.getByRole('checkbox', { name: 'Ana García' }).check();
    await page.getByText('Nothing matches.').waitFor();
    expect(await askedLast()).toContain(
      'teamIds=build&contractorIds=ana&scheduledPaymentStatuses=failed&scheduledPaymentStatuses=paid',
    );
    for (const [label, all] of [
      ['Contractor', 'All contractors'],
      ['Team', 'All teams'],
      ['Status', 'All statuses'],
    ] as const) {
      const button = page.getByRole('button', { name: `${label}:` });
      if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
      await page.getByRole('button', { name: all, exact: true }).click();
    }
    await page.keyboard.press('Escape');
    await untilRows(page, 25);
  });

  it('are drawn a month by status, with the same figures as a table', async () => {
    const chart = page.getByRole('region', { name: 'Payments a month, by status', exact: true });
    await chart.getByRole('button', { name: 'Number' }).click();
    const heights = () =>
      chart
        .locator('.bar i')
        .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().height)));
    await until('all parts of the three bars', async () => (await heights()).length === 15);
    const [height = 0] = await heights();
    expect(height).toBeGreaterThan(20);
    expect((await heights()).every((other) => Math.abs(other - height) <= 1)).toBe(true);
    await chart.getByText('As a table').click();
    expect((await chart.locator('table').innerText()).split('\n').map((line) => line.trim().split(/\s*\t\s*/))).toEqual(
      [
        ['Paid', 'Processing', 'Upcoming', 'Failed', 'Deleted'],
        ['Jan 2026', '2', '2', '2', '2', '2'],
        ['Feb 2026', '2', '2', '2', '2', '2'],
        ['Mar 2026', '2', '2', '2', '2', '2'],
      ],
    );
    await chart.getByRole('button', { name: 'Amount' }).click();
    expect(await chart.locator('tbody tr').first().locator('td').first().innerText()).toBe('$215.50');
  });
});

describe('the timesheets', () => {
  beforeAll(async () => {
    await page.getByRole('button', { name: 'Timesheets' }).click();
    await choose2026(page);
    await untilRows(page, 2, 'Timesheets');
  });
  afterAll(async () => {
    await page.getByRole('button', { name: 'Scheduled payments' }).click();
    await untilRows(page, 25);
  });

  it('are shown with their statistics, and sorted by a click', async () => {
    const care = [
      'Care',
      'Chi Zhou',
      'Build',
      '$30.00',
      '8:00',
      '7:00',
      '1:00',
      '0:30',
      '7:30',
      '6:40',
      '50.00 %',
      '$225.00',
    ];
    const text = [
      'Text',
      'Ana García',
      'none',
      '$30.00',
      '2:00',
      '2:00',
      '0:00',
      '0:00',
      '2:00',
      '0:00',
      '50.00 %',
      '$60.00',
    ];
    expect(await rowsOf(page, 'Timesheets')).toEqual([care, text]);
    expect(await page.getByLabel('Totals').innerText()).toBe(
      'Billable amount\n$285.00\nTracked\n10:00 h\nBillable\n9:30 h\nBilled\n6:40 h\nManual\n1:00 h\nOvertime\n0:30 h\nActivity\n50.00 %',
    );
    await page.getByRole('columnheader', { name: 'Tracked' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'Tracked' }).getByRole('button').click();
    await until('the least first', async () => (await rowsOf(page, 'Timesheets'))[0]?.[0] === 'Text');
  });

  it('are drawn a contract by kind, with the same figures as a table', async () => {
    const chart = page.getByRole('region', { name: 'Time a contract, by kind', exact: true });
    await chart.getByText('As a table').click();
    const rows = () => chart.locator('tbody tr').allInnerTexts();
    expect((await rows()).map((row) => row.split(/\s*\t\s*/))).toEqual([
      ['Care · Zhou', '7:00 h', '1:00 h'],
      ['Text · García', '2:00 h', '0:00 h'],
    ]);
    await chart.getByRole('button', { name: 'Billing' }).click();
    expect((await rows()).map((row) => row.split(/\s*\t\s*/))).toEqual([
      ['Care · Zhou', '6:40 h', '0:50 h', '0:30 h'],
      ['Text · García', '0:00 h', '2:00 h', '0:00 h'],
    ]);
  });
});

it('gives the request as a curl line that works, with the token only where it is asked for', async () => {
  const line = await askedLast();
  expect(line).toContain('"Authorization: Bearer $TOKEN"');
  const TOKEN = await tokenOf(product.url, 'acme');
  const { status, stdout } = await runCommand('bash', ['-c', line], { TOKEN });
  expect(status).toBe(0);
  expect((JSON.parse(stdout) as { results: unknown[] }).results).toHaveLength(25);
  await page.getByLabel('Include my access token').check();
  const withToken = await askedLast();
  expect(withToken).toMatch(/"Authorization: Bearer ey[\w.-]+"/);
  expect(withToken).not.toContain(secret);
  expect((await runCommand('bash', ['-c', withToken], {})).stdout).toBe(stdout);
  await page.getByLabel('Include my access token').uncheck();
});

it.each([
  ['CSV', 'text/csv', 'csv'],
  ['NDJSON', 'application/x-ndjson', 'ndjson'],
])('exports every row as %s, and says how many', async (title, accept, ending) => {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: title, exact: true }).click();
  const download = await downloading;
  const expected = await request(product.url)
    .get(paymentsPath)
    .query({ ...year, sortField: 'scheduledPaymentOn', sortOrder: 'desc' })
    .set({ Accept: accept, Authorization: `Bearer ${await tokenOf(product.url, 'acme')}` })
    .buffer()
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });
  expect(expected.headers['content-disposition']).toContain(`filename="${download.suggestedFilename()}"`);
  expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
  expect(await readFile(await download.path())).toEqual(expected.body);
  await page.getByText(`Saved ${download.suggestedFilename()}: 30 rows`).waitFor();
});

it.each([
  ['Excel', /\.xlsx$/, 'PK\u0003\u0004'],
  ['Parquet', /\.parquet$/, 'PAR1'],
])('exports a file for %s too', async (title, name, start) => {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: title, exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(name);
  expect((await readFile(await download.path())).subarray(0, 4)).toEqual(Buffer.from(start));
  await page.getByText(`Saved ${download.suggestedFilename()}: 30 rows`).waitFor();
});

it('shows what is left of the requests, and counts down until all are back', async () => {
  const note = page.locator('.allowance');
  expect(await note.innerText()).toMatch(/^\d{9} of 1000000000 requests left\. Resets in \d+ s$/);
  const secondsLeft = async () => Number(/in (\d+) s/.exec(await note.innerText())?.[1]);
  const before = await secondsLeft();
  await until('fewer seconds', async () => (await secondsLeft()) < before);
});
