import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import request from 'supertest';
import { startBrowser } from '../support/portal/browser.ts';
import { runCommand } from '../support/programs/command.ts';
import {
  choose2026,
  openExplorer,
  openPage,
  openView,
  rowsOf,
  signIn,
  untilRows,
} from '../support/portal/portal-page.ts';
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
});

const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const column = async (index: number) => (await rowsOf(page)).map((row) => row[index]);
const askedLast = async () => (await page.locator('.programs code').textContent()) ?? '';
const openPrograms = () => page.getByText('For programs').click();

it('keeps the secret in memory alone, and the token in the tab for reloads and other pages of it', async () => {
  const stored = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: JSON.parse(sessionStorage.getItem('access') ?? '') as object,
    databases: (await indexedDB.databases()).length,
    cookies: document.cookie,
    address: location.href,
    page: document.documentElement.outerHTML,
  }));
  const { page: html, ...rest } = stored;
  expect(rest).toEqual({
    ...{ local: [], databases: 0, cookies: '' },
    session: { clientId: 'acme-client', accessToken: expect.stringMatching(/^ey/), expiresAt: expect.any(Number) },
    address: expect.stringMatching(/\/portal\/explorer(\?report=payments&fromDate=2026-01-01&toDate=2026-12-31)?$/),
  });
  expect(html).not.toContain(secret);
  expect(await page.context().cookies()).toEqual([]);
  await page.reload();
  await untilRows(page, 24);
});

it('revokes the token where its holder signs out, after a reload too', async () => {
  const other = await openPage(browser, `${product.url}/portal/explorer`);
  await signIn(other);
  await other.getByRole('button', { name: 'Sign out' }).waitFor();
  await other.reload();
  const token = await other.evaluate(
    () => (JSON.parse(sessionStorage.getItem('access') ?? '') as { accessToken: string }).accessToken,
  );
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('heading', { name: 'Look at your reports' }).waitFor();
  expect(await other.evaluate(() => sessionStorage.length)).toBe(0);
  const report = () => request(product.url).get(paymentsPath).query(year).set('Authorization', `Bearer ${token}`);
  await until('it is refused', async () => (await report()).status === 401);
  await other.close();
});

it('asks for the secret again, at the same address, where a token that was kept is refused', async () => {
  const search = '?report=timesheets&fromDate=2026-01-01&toDate=2026-12-31';
  const { page: other } = await openView(browser, product.url, search);
  await other.evaluate(() => {
    const access = JSON.parse(sessionStorage.getItem('access') ?? '') as object;
    sessionStorage.setItem('access', JSON.stringify({ ...access, accessToken: 'a.b.c' }));
  });
  await other.reload();
  await other.getByText('Your access has expired.').waitFor();
  await signIn(other);
  await untilRows(other, 2, 'Timesheets');
  await other.close();
});

it('keeps who is signed in, and their view, while they read the guide, until they sign out', async () => {
  const other = await openPage(browser, `${product.url}/portal/explorer`);
  await signIn(other);
  await other.getByText('Company acme').waitFor();
  await other.getByRole('button', { name: 'Last year' }).click();
  await other.getByText('Nothing matches.').waitFor();
  const view = other.url();
  await other.getByRole('link', { name: 'Guide' }).click();
  await other.getByRole('heading', { name: 'Guide' }).waitFor();
  await other.getByRole('link', { name: 'Explorer' }).click();
  await other.getByText('Company acme').waitFor();
  expect(other.url()).toBe(view);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('heading', { name: 'Look at your reports' }).waitFor();
  await other.close();
});

describe('the scheduled payments', () => {
  it('are shown with their statistics, over all and not over the page, without deleted ones in totals, chart, rows and files', async () => {
    await page.locator('.bars').waitFor();
    expect(await page.getByLabel('Totals').innerText()).toBe(
      'Paid\n$676.50\nScheduled\n$2,742.00\nUpcoming\n$682.50\nProcessing\n$688.50\nFailed\n$694.50\n' +
        'Payments\n24\nPaid payments\n6\nContracts\n2',
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

  it('are shown with deleted ones, in rows, totals, chart and file alike, where these are asked for', async () => {
    await page.getByLabel('Show deleted').check();
    await untilRows(page, 25);
    expect(await page.getByLabel('Totals').innerText()).toContain('Scheduled and deleted\n$3,442.50\n');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'All rows as Excel' }).click();
    await page.getByText(`Saved ${(await downloading).suggestedFilename()}: 30 rows`).waitFor();
    await page.getByLabel('Show deleted').uncheck();
    await untilRows(page, 24);
    expect(new URL(page.url()).searchParams.has('scheduledPaymentStatuses')).toBe(false);
  });

  it('are sorted by a click on a column, the other way round by the next', async () => {
    const head = page.getByRole('columnheader', { name: 'Amount' });
    expect(await page.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')).toBe('descending');
    await head.getByRole('button').click();
    await until('the largest first', async () => (await column(6))[0] === '$128.25');
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
    await pager.getByRole('combobox').selectOption('10');
    await untilRows(page, 10);
    expect(await pager.innerText()).toContain('Page 1 of 3');
    await pager.getByRole('button', { name: 'Next' }).click();
    await pager.getByText('Page 2 of 3').waitFor();
    await pager.getByRole('button', { name: 'Next' }).click();
    await untilRows(page, 4);
    expect(await pager.innerText()).toMatch(/^21 – 24 of 24\n/);
    expect(await pager.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await pager.getByRole('combobox').selectOption('25');
    await untilRows(page, 24);
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
    await untilRows(page, 24);
  });

  it('are of the statuses, teams and contractors ticked, of which all that the company has are offered', async () => {
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
    expect(await page.locator('.boxes label').allInnerTexts()).toEqual(['Bo Ångström', 'Ana García', 'Chi Zhou']);
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
    await untilRows(page, 24);
  });

  it('are drawn by month, as paid or as scheduled by status, with the same figures and their totals as a table', async () => {
    const chart = (title: string) => page.getByRole('region', { name: title, exact: true });
    await chart('Paid by month').getByText('Table with totals').click();
    expect(await tableOf(chart('Paid by month'))).toEqual([
      ['Paid', 'Scheduled', 'Payments'],
      ['Jan 2026', '$215.50', '$904.00', '8'],
      ['Feb 2026', '$235.50', '$924.00', '8'],
      ['Mar 2026', '$225.50', '$914.00', '8'],
      ['Total', '$676.50', '$2,742.00', '24'],
    ]);
    await page.getByRole('button', { name: 'Scheduled', exact: true }).click();
    const scheduled = chart('Scheduled by month');
    await until('all parts of the three bars', async () => (await scheduled.locator('.bar i').count()) === 12);
    expect((await tableOf(scheduled)).at(-1)).toEqual([
      'Total',
      '$676.50',
      '$688.50',
      '$682.50',
      '$694.50',
      '$2,742.00',
      '24',
    ]);
    expect(new URL(page.url()).searchParams.get('measure')).toBe('scheduled');
    await scheduled.getByRole('button', { name: 'Paid', exact: true }).click();
    await chart('Paid by month').waitFor();
  });

  it.each([
    [
      'Team',
      [
        ['1. Build', '$345.75'],
        ['2. Design', '$330.75'],
      ],
    ],
    [
      'Contractor',
      [
        ['1. Bo Ångström', '$345.75'],
        ['2. Ana García', '$330.75'],
      ],
    ],
    [
      'Contract',
      [
        ['1. Bo Ångström · Site', '$345.75'],
        ['2. Ana García · Logo', '$330.75'],
      ],
    ],
  ])('are drawn by %s, and that table is a file for Excel', async (name, rows) => {
    const by = page.getByRole('group', { name: 'Paid by', exact: true });
    await by.getByRole('button', { name, exact: true }).click();
    const title = `Paid by ${name.toLowerCase()}`;
    const chart = page.getByRole('region', { name: title, exact: true });
    await chart.waitFor();
    const shown = (await tableOf(chart)).slice(1).map((cells) => cells.slice(0, 2));
    expect(shown).toEqual([...rows, ['Total', '$676.50']]);
    const downloading = page.waitForEvent('download');
    await chart.getByRole('button', { name: 'Excel' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
    await chart.getByText(`Saved ${download.suggestedFilename()}: 2 rows`).waitFor();
    await page.getByRole('group', { name: 'Paid by', exact: true }).getByRole('button', { name: 'Month' }).click();
    await page.getByRole('region', { name: 'Paid by month', exact: true }).waitFor();
  });

  it('are filtered by a click on a contractor or a team', async () => {
    const report = page.getByRole('region', { name: 'Scheduled payments', exact: true });
    await report.getByRole('button', { name: 'Bo Ångström' }).first().click();
    await untilRows(page, 12);
    await page.getByRole('button', { name: 'Contractor: Bo Ångström' }).waitFor();
    await page.goBack();
    await untilRows(page, 24);
    await report.getByRole('button', { name: 'Design' }).first().click();
    await untilRows(page, 12);
    expect(new URL(page.url()).searchParams.get('teamIds')).toBe('design');
    await page.goBack();
    await untilRows(page, 24);
  });

  const feb = ['$235.50', '$215.50', '+$20.00', '+9.3 %'];
  const ofBuild = ['$125.25', '$115.25', '+$10.00', '+8.7 %'];
  it('are compared with the period before, and with the same a year ago', async () => {
    const figure = (name: string) =>
      page.getByLabel('Totals').locator('div', { has: page.getByText(name, { exact: true }) });
    await page.getByLabel('Compare with').selectOption('The same a year ago');
    await until('nothing a year ago', async () => (await figure('Paid').innerText()).endsWith('+$676.50\nfrom $0.00'));
    await page.getByLabel('From', { exact: true }).fill('2026-02-01');
    await page.getByLabel('To', { exact: true }).fill('2026-02-28');
    await page.getByLabel('To', { exact: true }).press('Enter');
    await untilRows(page, 8);
    await page.getByLabel('Compare with').selectOption('The period before');
    await until(
      'January',
      async () => (await figure('Paid').innerText()) === 'Paid\n$235.50\n+$20.00 (+9.3 %)\nfrom $215.50',
    );
    expect(await figure('Payments').innerText()).toBe('Payments\n8\n±0 (±0 %)\nfrom 8');
    await page.getByText('Compared with 1 Jan 2026 to 31 Jan 2026.').waitFor();
    const paidBy = page.getByRole('group', { name: 'Paid by', exact: true });
    const january = {
      Month: 'Feb 2026',
      Team: '1. Build',
      Contractor: '1. Bo Ångström',
      Contract: '1. Bo Ångström · Site',
    };
    for (const [by, label] of Object.entries(january)) {
      await paidBy.getByRole('button', { name: by, exact: true }).click();
      const chart = page.getByRole('region', { name: `Paid by ${by.toLowerCase()}`, exact: true });
      await chart.waitFor();
      const rows = await tableOf(chart);
      expect(rows[0]).toEqual(['Paid', 'Before', 'Difference', 'Change', 'Scheduled', 'Payments']);
      expect(rows[1]?.slice(0, 5)).toEqual([label, ...(by === 'Month' ? feb : ofBuild)]);
      expect(rows.at(-1)?.slice(0, 5)).toEqual(['Total', ...feb]);
    }
    await paidBy.getByRole('button', { name: 'Month', exact: true }).click();
    await page.getByLabel('Compare with').selectOption('Nothing');
    await choose2026(page);
    await untilRows(page, 24);
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
    await untilRows(page, 24);
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

  it('are drawn by month and by contract, by how time was entered or billed, with totals', async () => {
    const byMonth = page.getByRole('region', { name: 'Hours by month', exact: true });
    await byMonth.waitFor();
    const marks = byMonth.locator('.mark > span').filter({ hasText: ' h' });
    const heights = await marks.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(0);
    expect(Math.max(...heights)).toBeLessThan(24);
    await page
      .getByRole('group', { name: 'Hours by', exact: true })
      .getByRole('button', { name: 'Contract', exact: true })
      .click();
    const chart = page.getByRole('region', { name: 'Hours by contract', exact: true });
    await chart.waitFor();
    if ((await chart.locator('details[open]').count()) === 0) await chart.getByText('Table with totals').click();
    expect((await tableOf(chart)).slice(1)).toEqual([
      ['1. Chi Zhou · Care', '7:00', '1:00', '8:00', '$225.00'],
      ['2. Ana García · Text', '2:00', '0:00', '2:00', '$60.00'],
      ['Total', '9:00', '1:00', '10:00', '$285.00'],
    ]);
    await chart.getByRole('button', { name: 'Billing' }).click();
    await until('by billing', async () => (await tableOf(chart))[1]?.[1] === '6:40');
    expect((await tableOf(chart)).slice(1)).toEqual([
      ['1. Chi Zhou · Care', '6:40', '0:50', '0:30', '0:00', '8:00', '$225.00'],
      ['2. Ana García · Text', '0:00', '2:00', '0:00', '0:00', '2:00', '$60.00'],
      ['Total', '6:40', '2:50', '0:30', '0:00', '10:00', '$285.00'],
    ]);
  });
});

it('gives the request as a curl line that works, with the token only where it is asked for', async () => {
  await openPrograms();
  const line = await askedLast();
  expect(line).toContain('"Authorization: Bearer $TOKEN"');
  const TOKEN = await tokenOf(product.url, 'acme');
  const { status, stdout } = await runCommand('bash', ['-c', line], { TOKEN });
  expect(status).toBe(0);
  expect((JSON.parse(stdout) as { results: unknown[] }).results).toHaveLength(24);
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
])('exports every row as %s, for Excel with a byte order mark, and says how many', async (title, accept, ending) => {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: title, exact: true }).click();
  const download = await downloading;
  const expected = await request(product.url)
    .get(paymentsPath)
    .query({ ...year, sortField: 'scheduledPaymentOn', sortOrder: 'desc' })
    .query({ scheduledPaymentStatuses: 'upcoming,processing,failed,paid' })
    .set({ Accept: accept, Authorization: `Bearer ${await tokenOf(product.url, 'acme')}` })
    .buffer()
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });
  expect(expected.headers['content-disposition']).toContain(`filename="${download.suggestedFilename()}"`);
  expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
  const mark = accept === 'text/csv' ? '\ufeff' : '';
  expect(await readFile(await download.path())).toEqual(Buffer.concat([Buffer.from(mark), expected.body as Buffer]));
  await page.getByText(`Saved ${download.suggestedFilename()}: 24 rows`).waitFor();
});

it.each([
  ['All rows as Excel', /\.xlsx$/, 'PK\u0003\u0004'],
  ['Parquet', /\.parquet$/, 'PAR1'],
])('exports a file for %s too', async (title, name, start) => {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: title, exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(name);
  expect((await readFile(await download.path())).subarray(0, 4)).toEqual(Buffer.from(start));
  await page.getByText(`Saved ${download.suggestedFilename()}: 24 rows`).waitFor();
});

it('shows what is left of the requests, and counts down until all are back', async () => {
  const note = page.locator('.allowance');
  expect(await note.innerText()).toMatch(/^\d{9} of 1000000000 requests left\. Resets in \d+ s$/);
  // None are left once all requests are back.
  const secondsLeft = async () => Number(/in (\d+) s/.exec(await note.innerText())?.[1] ?? -1);
  const before = await secondsLeft();
  await until('fewer seconds', async () => (await secondsLeft()) < before);
});

/** The cells of a chart's table, line by line. */
async function tableOf(chart: Locator): Promise<string[][]> {
  const lines = await chart.locator('tr').all();
  const cells = await Promise.all(lines.map((line) => line.locator('th, td').allInnerTexts()));
  return cells.map((line) => line.filter((text) => text !== ''));
}
