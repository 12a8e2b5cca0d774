import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../support/portal/browser.ts';
import { query } from '../support/postgres/database.ts';
import { openPage, openView as openPortalView, rowsOf, signIn, untilRows } from '../support/portal/portal-page.ts';
import { startPortalProduct } from '../support/portal/portal-product.ts';
import { manyContractors, manyPayments } from '../support/portal/portal-data.ts';
import { load } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { until } from '../support/until.ts';
import { together } from '../support/fixtures.ts';

const days = 'fromDate=2026-01-01&toDate=2026-12-31';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [browser, product] = await Promise.all([startBrowser(), startPortalProduct()]);
  await load(product.databaseUrl, together(manyContractors(), manyPayments()));
}, 180_000);
afterAll(async () => {
  await browser.close();
  await product.stop();
}, 60_000);

const openView = (search: string, companyId = 'acme', options: object = {}) =>
  openPortalView(browser, product.url, search, options, companyId);

it('shows totals, chart and rows of one version of the data', async () => {
  const { page } = await openView(`?report=payments&${days}`, 'many');
  await page.locator('.bars').waitFor();
  const scheduled = () => page.getByLabel('Totals').locator('div', { hasText: 'Scheduled' }).locator('dd').innerText();
  expect(await scheduled()).toBe('$4,000.00');
  await query(
    product.databaseUrl,
    `update reporting.scheduled_payments set amount = amount + 1 where id like 'many-%'`,
  );
  await page.getByRole('button', { name: 'Next' }).click();
  await untilRows(page, 15);
  await until('the new total', async () => (await scheduled()) === '$4,040.00');
  expect((await rowsOf(page))[0]?.[6]).toBe('$101.00');
  await query(
    product.databaseUrl,
    `update reporting.scheduled_payments set amount = amount - 1 where id like 'many-%'`,
  );
  await page.close();
});

it('names the version of the last answer in each request, so that no answer is of older data', async () => {
  const { page } = await openView(`?report=payments&${days}`, 'many');
  const versions: (string | undefined)[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/list?')) versions.push(sent.headers()['report-version']);
  });
  const next = page.waitForResponse((response) => response.url().endsWith('&page=2&itemsPerPage=25'));
  await page.getByRole('button', { name: 'Next' }).click();
  const version = (await next).headers()['report-version'];
  expect(version).toMatch(/^"[\w-]+"$/);
  expect(new Set(versions)).toEqual(new Set([version]));
  await page.close();
});

it('draws the sums of more than 20,000 payments at once, without reading them', async () => {
  const { page, asked } = await openView(`?report=payments&${days}`, 'large');
  await page.locator('.bars').waitFor();
  expect(asked.map(({ searchParams }) => searchParams.get('groupBy'))).toEqual([
    null,
    'team,contractor',
    'month,status',
  ]);
  expect(asked.map(({ pathname }) => pathname.replace(/.*\//, ''))).toEqual(['list', 'summary', 'summary']);
  await page.getByRole('button', { name: 'Contractor:' }).click();
  await page.locator('.boxes').waitFor();
  // The names came with the sums.
  expect(asked).toHaveLength(3);
  await page.keyboard.press('Escape');
  expect(await page.getByLabel('Totals').innerText()).toContain('Scheduled\n$20,001.00\nUpcoming\n$20,001.00\n');
  await page.getByRole('button', { name: 'Status:' }).click();
  await page.getByRole('checkbox', { name: 'Upcoming' }).check();
  await until('the chart of this filter', () => asked.length === 6);
  await page.locator('.bars').waitFor();
  expect(asked.at(-1)?.searchParams.getAll('scheduledPaymentStatuses')).toEqual(['upcoming']);
  await page.close();
});

describe('on a phone', () => {
  const phone = { viewport: { width: 390, height: 844 } };
  const inSight = (page: Page, text: string) =>
    page
      .getByRole('region', { name: /^(Scheduled payments|Timesheets)$/ })
      .locator('tbody tr')
      .first()
      .getByText(text, { exact: true })
      .evaluate((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && left >= 0 && right <= window.innerWidth;
      });

  it('date, name, status, amount and paid of a payment are in sight', async () => {
    const { page } = await openView(`?report=payments&${days}`, 'acme', phone);
    for (const text of ['27 Mar 2026', 'Milestone 26', 'Upcoming', '$126.25', '$0.00', 'Logo', 'Ana García']) {
      expect([text, await inSight(page, text)]).toEqual([text, true]);
    }
    await page.close();
  });

  it('contract, contractor, hours and amount of a timesheet are in sight', async () => {
    const { page } = await openView(`?report=timesheets&${days}`, 'acme', phone);
    for (const text of ['Care', 'Chi Zhou', '8:00', '7:30', '6:40', '50.00 %', '$225.00']) {
      expect([text, await inSight(page, text)]).toEqual([text, true]);
    }
    await page.close();
  });
});

it.each([390, 1280])('leaves room for chart and table beside long titles, %s px wide', async (width) => {
  const { page } = await openView(`?report=timesheets&${days}`, 'many', { viewport: { width, height: 900 } });
  await page.locator('.bars').waitFor();
  const widthOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.width ?? 0;
  expect(await widthOf('.bars .label')).toBeLessThanOrEqual(0.31 * (await widthOf('.bars')));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await widthOf('.rows .text')).toBeLessThan(Math.min(300, width));
  await page.close();
});

it('shows placeholders while it loads, and never figures of other filters', async () => {
  const { page } = await openView(`?report=payments&${days}`);
  await page.locator('.bars').waitFor();
  const held: (() => void)[] = [];
  await page.route('**/list?*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Last year' }).click();
  await page.locator('.answer[aria-busy=true]').waitFor();
  const figure = page.getByLabel('Totals').locator('dd').first();
  await until('no figure to read', async () => {
    const color = await figure.evaluate((element) => getComputedStyle(element).color);
    return color === 'rgba(0, 0, 0, 0)';
  });
  for (const release of held) release();
  await page.getByText('Nothing matches.').waitFor();
  await page.close();
});

it('prints figures and rows, without what is to be clicked', async () => {
  const { page } = await openView(`?report=payments&${days}`);
  await page.locator('.bars').waitFor();
  await page.emulateMedia({ media: 'print' });
  for (const selector of ['.header', '.exports', '.curl', '.chips', '.switch']) {
    expect([selector, await page.locator(selector).first().isVisible()]).toEqual([selector, false]);
  }
  for (const selector of ['.figures', '.bars', '.rows', '.answer > h2']) {
    expect([selector, await page.locator(selector).first().isVisible()]).toEqual([selector, true]);
  }
  await page.close();
});

it('keeps the focus where the reader is', async () => {
  const page = await openPage(browser, `${product.url}/portal/explorer?report=payments&${days}`);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await signIn(page, 'acme-client', 'wrong');
  await page.getByRole('alert').waitFor();
  expect(await focused()).toBe('Sign in');
  await signIn(page);
  await untilRows(page, 25);
  expect(await focused()).toBe('Explorer');
  await page.getByRole('button', { name: 'Next' }).click();
  await untilRows(page, 5);
  expect(await page.locator('#rows').evaluate((rows) => rows.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  await page.close();
});
