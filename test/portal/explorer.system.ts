import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import request from 'supertest';
import { startBrowser } from '../support/portal/browser.ts';
import {
  chooseDays,
  choosePeriod,
  compareWith,
  openChoice,
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
import { paymentsPath, secret } from '../support/fixtures.ts';

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

const found = 'Team, contractor, contract';
const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const column = async (index: number) => (await rowsOf(page)).map((row) => row[index]);

it('The explorer keeps the secret only in memory, and the token in the tab for reloads and other pages of it', async () => {
  const stored = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: JSON.parse(sessionStorage.getItem('access') ?? '') as object,
    databases: (await indexedDB.databases()).length,
    cookies: document.cookie,
    address: location.href,
    page: document.documentElement.outerHTML,
  }));
  expect(stored).toEqual({
    ...{ local: ['looks acme-client'], databases: 0, cookies: '' },
    session: { clientId: 'acme-client', accessToken: expect.stringMatching(/^ey/), expiresAt: expect.any(Number) },
    address: `${product.url}/portal/explorer?report=payments&fromDate=2026-01-01&toDate=2026-12-31&compare=nothing`,
    page: expect.not.stringContaining(secret),
  });
  expect(await page.context().cookies()).toEqual([]);
  await page.reload();
  await untilRows(page, 24);
});

it('The explorer revokes the token where its holder signs out, after a reload too', async () => {
  const other = await openPage(browser, `${product.url}/portal/explorer`);
  await signIn(other);
  await other.getByRole('button', { name: 'Account: Company acme' }).waitFor();
  await other.reload();
  const token = await other.evaluate(
    () => (JSON.parse(sessionStorage.getItem('access') ?? '') as { accessToken: string }).accessToken,
  );
  await openChoice(other, 'Account');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await other.evaluate(() => sessionStorage.length)).toBe(0);
  const report = () => request(product.url).get(paymentsPath).query(year).set('Authorization', `Bearer ${token}`);
  await until('it is refused', async () => (await report()).status === 401);
  await other.close();
});

it('The explorer requests the secret again, at the same address, where a kept token is refused', async () => {
  const search = '?report=timesheets&fromDate=2026-01-01&toDate=2026-12-31';
  const { page: other } = await openView(browser, product.url, search);
  await other.evaluate(() => {
    const access = JSON.parse(sessionStorage.getItem('access') ?? '') as object;
    sessionStorage.setItem('access', JSON.stringify({ ...access, accessToken: 'a.b.c' }));
  });
  await other.reload();
  await other.getByText('Your sign-in has expired.').waitFor();
  await signIn(other);
  await untilRows(other, 2, 'Hours');
  await other.close();
});

/** The page at this view of 2026. */
const show = async (search = '', rows = 24, caption = 'Payments') => {
  await page.goto(`${product.url}/portal/explorer?${search}&${new URLSearchParams(year)}&compare=nothing`);
  await untilRows(page, rows, caption);
};
const region = (name: string) => page.getByRole('region', { name, exact: true });
const tick = (name: string) => page.getByRole('checkbox', { name, exact: true }).check();
const press = (name: string) => page.locator('.switch').getByRole('button', { name, exact: true }).click();

describe('the scheduled payments', () => {
  it('Payments are shown with their statistics, over all rows and not over the page, without deleted ones in totals, chart, rows and files', async () => {
    await show();
    await page.locator('.bars').waitFor();
    expect(await page.locator('.headline').innerText()).toBe('$676.50');
    expect(await page.getByLabel('Totals').innerText()).toBe(
      'Scheduled\n$2,742.00\nUpcoming\n$682.50\nProcessing\n$688.50\nFailed\n$694.50\n' +
        'Payments\n24\nPaid payments\n6\nContracts\n2',
    );
    expect((await rowsOf(page))[0]?.join()).toBe(
      '27 Mar 2026,Milestone 26,Logo,Ana García,Design,Upcoming,$126.25,$0.00',
    );
  });

  it('Payments are shown with deleted ones, in rows, totals, chart and file alike, where these are requested', async () => {
    await show();
    await openChoice(page, 'Status');
    for (const name of ['Upcoming', 'Processing', 'Failed', 'Paid', 'Deleted']) await tick(name);
    await page.keyboard.press('Escape');
    await untilRows(page, 25);
    expect(await page.getByLabel('Totals').innerText()).toContain('Scheduled and deleted\n$3,442.50\n');
    await page.getByRole('button', { name: 'Download rows' }).click();
    await page.getByText(/^Saved .*\.xlsx: 30 rows$/).waitFor();
    await page.getByRole('button', { name: 'Remove Status: with deleted' }).click();
    await untilRows(page, 24);
    expect(new URL(page.url()).searchParams.has('scheduledPaymentStatuses')).toBe(false);
  });

  it('Payments are sorted by a click on a column, the other way round by the next', async () => {
    await show();
    const head = (name: string) => page.getByRole('columnheader', { name });
    expect(await head('Date').getAttribute('aria-sort')).toBe('descending');
    await head('Amount').getByRole('button').click();
    await until('the largest first', async () => (await column(6))[0] === '$128.25');
    expect(await head('Amount').getAttribute('aria-sort')).toBe('descending');
    await head('Amount').getByRole('button').click();
    await until('the smallest first', async () => (await column(6))[0] === '$100.25');
    expect(await head('Amount').getAttribute('aria-sort')).toBe('ascending');
    expect(await head('Date').getAttribute('aria-sort')).toBeNull();
  });

  it('Payments are shown page by page', async () => {
    await show();
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
  });

  it('Payments are of the days chosen by name or date, and of the days beside them', async () => {
    await show();
    await chooseDays(page, '2026-12-31', '2026-03-01');
    await until('only March', async () => (await column(0)).every((day) => day?.endsWith('Mar 2026')));
    await choosePeriod(page, 'Last year');
    await page.getByText('No payments in these days.').waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await untilRows(page, 24);
    await chooseDays(page, '2026-03-01', '2026-03-31');
    await untilRows(page, 8);
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.getByRole('heading', { name: 'Paid, of what is scheduled in February 2026' }).waitFor();
    await untilRows(page, 8);
    expect(await page.title()).toBe('Payments · February 2026 · Client Reporting');
  });

  it('Payments are of the statuses, teams and contractors ticked, of which all are offered, and a link shows a colleague the same', async () => {
    await show();
    await openChoice(page, 'Status');
    await tick('Failed');
    await tick('Paid');
    await untilRows(page, 12);
    expect(new Set(await column(5))).toEqual(new Set(['Failed', 'Paid']));
    await openChoice(page, found);
    await page.getByRole('checkbox', { name: 'Ana García' }).waitFor();
    await until('the teams', async () => (await page.locator('.found label').count()) === 5);
    expect((await page.locator('.found label').allInnerTexts()).join()).toBe(
      'Build,Design,Bo Ångström,Ana García,Chi Zhou',
    );
    await tick('Build');
    await untilRows(page, 6);
    expect(new Set(await column(4))).toEqual(new Set(['Build']));
    expect(page.url()).toContain('&teamIds=build&scheduledPaymentStatuses=failed&scheduledPaymentStatuses=paid');
    const { page: colleague } = await openView(browser, product.url, new URL(page.url()).search);
    expect(await rowsOf(colleague)).toEqual(await rowsOf(page));
    expect(await colleague.getByRole('button', { name: `${found}: Build`, exact: true }).innerText()).toBe('Build');
    await colleague.close();
    await tick('Ana García');
    await page.getByText('Nothing matches.').waitFor();
    await page.keyboard.press('Escape');
    for (const filter of [`${found}: Build, Ana García`, 'Status: Failed, Paid']) {
      await page.getByRole('button', { name: `Remove ${filter}` }).click();
    }
    await openChoice(page, 'Amount');
    await page.getByLabel('At least, in $').fill('120');
    await page.getByLabel('At most, in $').fill('121.25');
    await page.keyboard.press('Enter');
    await untilRows(page, 2);
    await page.getByRole('button', { name: 'Remove Amount: $120.00 to $121.25' }).click();
    await untilRows(page, 24);
    await openChoice(page, 'Status');
    await tick('Unpaid');
    await untilRows(page, 18);
    await page.getByRole('heading', { name: 'Unpaid in 2026' }).waitFor();
  });

  it('Payments are drawn by month, as paid or as scheduled by status, with the same figures and their totals as a table', async () => {
    await show();
    await region('Paid by month').getByText('Show figures').click();
    const [head, jan, feb, , apr, ...others] = await tableOf('Paid by month');
    expect([head, jan, feb, apr, others.length, others.at(-1)]).toEqual([
      ['Month', 'Paid', 'Scheduled', 'Payments'],
      ['Jan 2026', '$215.50', '$904.00', '8'],
      ['Feb 2026', '$235.50', '$924.00', '8'],
      ['Apr 2026', '$0.00', '$0.00', '0'],
      9,
      ['Total', '$676.50', '$2,742.00', '24'],
    ]);
    await press('Scheduled');
    const parts = region('Scheduled by month').locator('.bar i');
    await until('all parts of the three bars', async () => (await parts.count()) === 12);
    const total = (await tableOf('Scheduled by month')).at(-1);
    expect(total?.join(' ')).toBe('Total $676.50 $688.50 $682.50 $694.50 $2,742.00 24');
    expect(new URL(page.url()).searchParams.get('measure')).toBe('scheduled');
  });

  it('Payments are drawn by contract, and that table is a file for Excel', async () => {
    await show();
    await press('Contract');
    expect((await tableOf('Paid by contract')).slice(1).map((cells) => cells.slice(0, 2))).toEqual([
      ['1. Site, Bo Ångström', '$345.75'],
      ['2. Logo, Ana García', '$330.75'],
      ['Total', '$676.50'],
    ]);
    await page.getByRole('button', { name: 'Download totals' }).click();
    await page.getByText(/^Saved .*\.xlsx: 2 rows$/).waitFor();
  });

  it('Payments are filtered by a click on a bar, and by the keyboard, each time by what is of interest next', async () => {
    await show();
    const bars = (title: string) => region(title).locator('.bar');
    await bars('Paid by month').nth(1).click();
    await page.getByRole('heading', { name: 'Paid, of what is scheduled in February 2026' }).waitFor();
    await bars('Paid by team').first().waitFor();
    expect(await page.locator('.bars .amount').allInnerTexts()).toEqual(['$125.25', '$110.25']);
    await bars('Paid by team').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await bars('Paid by contractor').first().waitFor();
    await page.getByRole('button', { name: `${found}: Design`, exact: true }).waitFor();
    expect(await page.getByLabel('Totals').innerText()).toContain('Payments\n4\n');
    await bars('Paid by contractor').first().click();
    await page.getByRole('button', { name: `${found}: Design, Ana García`, exact: true }).waitFor();
    for (let steps = 0; steps < 3; steps += 1) await page.goBack();
    await untilRows(page, 24);
  });

  it('Payments are measured by scheduled amounts where none of them is paid', async () => {
    await show();
    await page.getByRole('button', { name: '$694.50' }).click();
    await page.getByRole('heading', { name: 'Failed in 2026' }).waitFor();
    expect(await page.locator('.headline').innerText()).toBe('$694.50');
  });

  it('Payments are summed by team and month in a table with totals in both directions', async () => {
    await show();
    await press('Team and month');
    expect(await tableOf('Paid by team and month')).toEqual([
      ['Team', 'Jan 2026', 'Feb 2026', 'Mar 2026', 'Total'],
      ['Build', '$115.25', '$125.25', '$105.25', '$345.75'],
      ['Design', '$100.25', '$110.25', '$120.25', '$330.75'],
      ['Total', '$215.50', '$235.50', '$225.50', '$676.50'],
    ]);
  });

  it('Payments of a contractor and of a team are this year of the explorer', async () => {
    await show();
    const thisYear = new Date().getUTCFullYear();
    await page.getByRole('link', { name: 'Ana García' }).first().click();
    await page.getByRole('button', { name: `${found}: Ana García`, exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe(
      `?report=payments&fromDate=${thisYear}-01-01&toDate=${thisYear}-12-31&contractorIds=ana`,
    );
    await region('Paid by month').waitFor();
    await press('Hours');
    await page.getByRole('heading', { name: /^Hours in/ }).waitFor();
  });

  it('Payments of a contract are found by a part of its name, for any contractor', async () => {
    await show();
    await openChoice(page, found);
    await page.keyboard.type('SITE');
    await page.getByRole('button', { name: 'Site, Bo Ångström' }).click();
    await page.keyboard.press('Escape');
    await untilRows(page, 12);
    await region('Paid by contract').waitFor();
    await openChoice(page, found);
    await page.getByRole('searchbox').fill('no such name');
    await page.getByText('Nothing has that name in these days.').waitFor();
  });

  it('Payments of the days from today on are the due payments, without a comparison', async () => {
    await show('compare=before');
    await choosePeriod(page, 'Next 30 days');
    await page.getByRole('heading', { name: /^Due from / }).waitFor();
    expect(await page.locator('.change').count()).toBe(0);
  });

  const february = ['$235.50', '$215.50', '+$20.00', '+9.3 %'];
  const ofBuild = ['$125.25', '$115.25', '+$10.00', '+8.7 %'];
  it('Payments are compared with the period before, and with the same a year ago', async () => {
    const change = page.locator('.change');
    await chooseDays(page, '2026-02-01', '2026-02-28');
    await untilRows(page, 8);
    await compareWith(page, 'Same period last year');
    await until('nothing a year ago', async () => (await change.innerText()) === 'Nothing in February 2025');
    await compareWith(page, 'Previous period');
    await until('January', async () => (await change.innerText()) === '+9.3 % against $215.50 in January 2026');
    await page.getByText('Show figures').click();
    const january = { Month: 'Feb 2026', Team: '1. Build', Contractor: '1. Bo Ångström' };
    for (const [by, label] of Object.entries(january)) {
      await press(by);
      const rows = await tableOf(`Paid by ${by.toLowerCase()}`);
      expect(rows[0]).toEqual([by, 'Paid', 'January 2026', 'Difference', '%', 'Scheduled', 'Payments']);
      expect(rows[1]?.slice(0, 5)).toEqual([label, ...(by === 'Month' ? february : ofBuild)]);
      expect(rows.at(-1)?.slice(0, 5)).toEqual(['Total', ...february]);
      expect(await page.locator('i.before').count()).toBe(by === 'Month' ? 1 : 2);
    }
  });
});

describe('the timesheets', () => {
  it('Timesheets are shown with their statistics, and sorted by a click', async () => {
    await show('report=timesheets', 2, 'Hours');
    expect((await rowsOf(page, 'Hours')).map((cells) => cells.join())).toEqual([
      'Care,Chi Zhou,Build,$225.00,8:00,7:30,6:40,1:00,7:00,0:30,50.00 %,$30.00',
      'Text,Ana García,No team,$60.00,2:00,2:00,0:00,0:00,2:00,0:00,50.00 %,$30.00',
    ]);
    expect(await page.locator('.headline').innerText()).toBe('10:00');
    expect(await page.getByLabel('Totals').innerText()).toBe(
      'Billable amount\n$285.00\nBillable\n9:30\nBilled\n6:40\nManual\n1:00\nOvertime\n0:30\nActivity\n50.00 %',
    );
    await page.getByRole('columnheader', { name: 'Tracked' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'Tracked' }).getByRole('button').click();
    await until('the least first', async () => (await rowsOf(page, 'Hours'))[0]?.[0] === 'Text');
  });

  it('Timesheets are drawn by contract, by how time was entered or billed, with totals', async () => {
    await show('report=timesheets', 2, 'Hours');
    await press('Contract');
    expect((await tableOf('Hours by contract')).slice(1)).toEqual([
      ['1. Care, Chi Zhou', '7:00', '1:00', '8:00', '$225.00'],
      ['2. Text, Ana García', '2:00', '0:00', '2:00', '$60.00'],
      ['Total', '9:00', '1:00', '10:00', '$285.00'],
    ]);
    await press('Billing');
    await until('by billing', async () => (await tableOf('Hours by contract'))[1]?.[1] === '6:40');
    expect((await tableOf('Hours by contract')).slice(1)).toEqual([
      ['1. Care, Chi Zhou', '6:40', '0:50', '0:30', '0:00', '8:00', '$225.00'],
      ['2. Text, Ana García', '0:00', '2:00', '0:00', '0:00', '2:00', '$60.00'],
      ['Total', '6:40', '2:50', '0:30', '0:00', '10:00', '$285.00'],
    ]);
  });
});

/** The cells of the table of a chart, line by line, also of one that is folded. */
async function tableOf(title: string): Promise<string[][]> {
  await region(title).locator('tr').first().waitFor({ state: 'attached' });
  const lines = await region(title).locator('tr').all();
  const cells = await Promise.all(lines.map((line) => line.locator('th, td').allTextContents()));
  return cells.map((line) => line.filter((text) => text !== ''));
}
