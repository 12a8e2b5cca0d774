import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../support/portal/browser.ts';
import {
  choosePeriod,
  openChoice,
  openView as openPortalView,
  rowsOf,
  untilRows,
} from '../support/portal/portal-page.ts';
import { query } from '../support/postgres/database.ts';
import { startPortalProduct } from '../support/portal/portal-product.ts';
import { manyContractors } from '../support/portal/portal-data.ts';
import { load } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { until } from '../support/until.ts';

const days = 'fromDate=2026-01-01&toDate=2026-12-31';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [browser, product] = await Promise.all([startBrowser(), startPortalProduct()]);
  await load(product.databaseUrl, manyContractors());
}, 180_000);
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const openView = (search: string, companyId = 'acme', options: object = {}) =>
  openPortalView(browser, product.url, search, options, companyId);
const searchOf = (page: Page) => new URL(page.url()).search;

describe('the address', () => {
  it('has report, filters, order and page, so that a link shows a colleague the same', async () => {
    const { page } = await openView(`?report=payments&${days}`);
    await openChoice(page, 'Status');
    await page.getByRole('checkbox', { name: 'Failed' }).check();
    await page.getByRole('checkbox', { name: 'Paid' }).check();
    await page.keyboard.press('Escape');
    await openChoice(page, 'Team');
    await page.getByRole('checkbox', { name: 'Build' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
    await page.locator('.pager select').selectOption('10');
    await untilRows(page, 6);
    expect(searchOf(page)).toBe(
      `?report=payments&${days}&teamIds=build&scheduledPaymentStatuses=failed&scheduledPaymentStatuses=paid` +
        '&sortField=budget&itemsPerPage=10',
    );
    const colleague = await openView(searchOf(page));
    expect(await rowsOf(colleague.page)).toEqual(await rowsOf(page));
    expect(await colleague.page.getByRole('button', { name: 'Team: Build', exact: true }).innerText()).toBe('Build');
    await colleague.page.close();
    await page.close();
  });

  it('is kept by a reload, and forgotten by signing out', async () => {
    const { page } = await openView(`?report=timesheets&${days}&sortField=trackedTime&sortOrder=desc`);
    await untilRows(page, 2, 'Hours');
    await page.reload();
    await untilRows(page, 2, 'Hours');
    expect(await page.locator('th[aria-sort=descending]').innerText()).toBe('Tracked');
    await openChoice(page, 'Account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(searchOf(page)).toBe('');
    await page.close();
  });

  it('goes back and forward through what was shown', async () => {
    const { page } = await openView(`?report=payments&${days}&itemsPerPage=20`);
    const steps = () => page.evaluate(() => history.length);
    await choosePeriod(page, 'Last year');
    await page.getByText('No payments in these days.').waitFor();
    const before = await steps();
    await choosePeriod(page, 'Last year');
    expect(await steps()).toBe(before);
    await page.goBack();
    await untilRows(page, 20);
    await page.getByRole('button', { name: 'Next' }).click();
    await untilRows(page, 4);
    await page.getByRole('button', { name: 'Hours', exact: true }).click();
    await untilRows(page, 2, 'Hours');
    await page.goBack();
    await untilRows(page, 4);
    await page.goBack();
    await untilRows(page, 20);
    await page.goForward();
    await untilRows(page, 4);
    await page.close();
  });

  it('can be saved by a name, with days that move along or stay, opened again, copied, and deleted with the sign-in', async () => {
    const { page } = await openView(`?report=payments&${days}&teamIds=build`);
    await untilRows(page, 12);
    const save = async (name: string, its?: string) => {
      await openChoice(page, 'Views');
      // The field has the focus already.
      await page.keyboard.type(name);
      if (its) await page.getByLabel(its).check();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('group', { name: 'Views', exact: true }).locator('[aria-expanded=false]').waitFor();
    };
    const open = async (name: string) => {
      await openChoice(page, 'Views');
      await page.getByRole('button', { name, exact: true }).click();
    };
    const daysOf = () => ['fromDate', 'toDate'].map((name) => new URL(page.url()).searchParams.get(name));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await save('Builders of 2026', 'stay:');
    await choosePeriod(page, 'Last month');
    await save('<b>Last month</b>', 'move along: Last month');
    const lastMonth = daysOf();
    await save('A month', 'stay:');
    await page.clock.setFixedTime(new Date('2026-03-15T12:00:00Z'));
    await open('<b>Last month</b> moves along: Last month');
    await until('February', () => daysOf().join() === '2026-02-01,2026-02-28');
    await open('A month');
    await until('the same days', () => daysOf().join() === lastMonth.join());
    await open('Builders of 2026');
    await untilRows(page, 12);
    expect(searchOf(page)).toBe(`?report=payments&${days}&teamIds=build`);
    await openChoice(page, 'Views');
    await page.getByRole('button', { name: 'Copy link to this view' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await page.getByRole('button', { name: 'Delete A month' }).click();
    await page.getByRole('button', { name: 'A month', exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await openChoice(page, 'Account');
    expect(await page.evaluate(() => localStorage.length)).toBe(1);
    await page.getByLabel('Delete my saved views, too').check();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.close();
  });

  it('of a saved view says what changed since the last look at it', async () => {
    const { page } = await openView(`?report=payments&${days}&itemsPerPage=100`);
    await untilRows(page, 24);
    await openChoice(page, 'Views');
    await page.keyboard.type('All');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Views: All' }).waitFor();
    await until('the look is kept', () => page.evaluate(() => Object.values(localStorage).join().includes('"look"')));
    const set = (status: string, paid: string) =>
      query(
        product.databaseUrl,
        `update reporting.scheduled_payments set status = '${status}', paid_amount = ${paid} where id = 'payment-26'`,
      );
    await set('paid', '126.25');
    await page.reload();
    const notice = page.locator('.changed');
    await notice.getByText(/^Since your last look on .*: 1 payment changed\.$/).waitFor();
    expect(await notice.locator('li').allInnerTexts()).toEqual(['Milestone 26, Ana García: upcoming, now paid']);
    expect(await page.locator('.marked').allInnerTexts()).toEqual([expect.stringContaining('Milestone 26')]);
    await notice.getByRole('button', { name: 'Hide' }).click();
    await notice.waitFor({ state: 'detached' });
    await set('upcoming', '0');
    await page.close();
  });

  it('of a report keeps days, teams and contractors in the other one', async () => {
    const { page } = await openView(`?report=payments&${days}&teamIds=build&scheduledPaymentStatuses=paid&page=1`);
    await page.getByRole('button', { name: 'Hours', exact: true }).click();
    await untilRows(page, 1, 'Hours');
    expect(searchOf(page)).toBe(`?report=timesheets&${days}&teamIds=build`);
    await page.close();
  });
});

describe('a date', () => {
  it.each([
    ['en-GB', '15 Mar 2026'],
    ['en-US', 'Mar 15 2026'],
  ])('that is typed is one request, and is shown in the order of %s', async (locale, shown) => {
    const { page, requested } = await openView(
      `?report=payments&fromDate=2025-11-30&toDate=2026-12-31&compare=nothing`,
      'acme',
      {
        locale,
      },
    );
    await page.locator('.bars').waitFor();
    requested.length = 0;
    // Time stands still, so that a busy machine can't make a pause between two keys.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await openChoice(page, 'Period');
    await page.getByLabel('From', { exact: true }).focus();
    await page.keyboard.type('03152026');
    expect(requested).toEqual([]);
    await page.clock.runFor(1_000);
    await page.getByRole('heading', { name: new RegExp(`^Paid from ${shown} to `) }).waitFor();
    await page.clock.resume();
    await page.locator('.bars').waitFor();
    expect(requested.map(({ searchParams }) => [searchParams.get('fromDate'), searchParams.has('page')])).toEqual([
      ['2026-03-15', true],
      ['2026-03-15', false],
      ['2026-03-15', false],
    ]);
    await page.close();
  });
});

describe('the names to filter by', () => {
  it('are those of the company, found by the API without their accents', async () => {
    const { page, requested } = await openView(`?report=payments&${days}`, 'many');
    requested.length = 0;
    expect((await rowsOf(page)).map((row) => row[3])).not.toContain('Łukasz Żółć');
    await openChoice(page, 'Contractor');
    await page.locator('.boxes').waitFor();
    const boxes = page.locator('.boxes').getByRole('checkbox');
    expect(await boxes.count()).toBe(40);
    expect(requested.map(({ pathname, search }) => [pathname.split('/').at(-2), search])).toEqual([
      ['contractors', '?itemsPerPage=100'],
    ]);
    // The field has the focus already.
    await page.keyboard.type('lukasz zolc');
    await until('one name', async () => (await boxes.count()) === 1);
    await page.getByRole('checkbox', { name: 'Łukasz Żółć' }).check();
    await untilRows(page, 1);
    expect(await page.getByRole('checkbox', { name: 'Łukasz Żółć' }).isChecked()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.matches('.boxes input'))).toBe(true);
    expect((await rowsOf(page))[0]?.[3]).toBe('Łukasz Żółć');
    await page.getByRole('searchbox').fill('nobody');
    await page.getByText('No contractor has that name.').waitFor();
    await page.close();
  });

  it('of two people who have the same one show their contracts too', async () => {
    await query(product.databaseUrl, `update reporting.people set first_name = 'Given 3' where id = 'person-4'`);
    const { page } = await openView(`?report=payments&${days}`, 'many');
    await openChoice(page, 'Contractor');
    await page.getByRole('searchbox').fill('given 3');
    await until('all of them', async () => (await page.locator('.boxes label').count()) === 11);
    const names = await page.locator('.boxes label').allInnerTexts();
    expect(names.filter((name) => name.startsWith('Given 3 Family\nTranslation of'))).toHaveLength(2);
    expect(names.filter((name) => name.includes('\n'))).toHaveLength(2);
    await page.close();
  });

  it('are there for a filter of an address that shows nothing, and for timesheets', async () => {
    const { page } = await openView(
      `?report=payments&${days}&contractorIds=person-5&scheduledPaymentStatuses=deleted`,
      'many',
    );
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('button', { name: 'Contractor: Given 5 Family', exact: true }).waitFor();
    await page.close();
    const timesheets = await openView(`?report=timesheets&${days}&teamIds=build`);
    await openChoice(timesheets.page, 'Contractor');
    await timesheets.page.getByRole('checkbox', { name: 'Ana García' }).waitFor();
    await timesheets.page.close();
  });
});
