import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../support/portal/browser.ts';
import { query } from '../support/postgres/database.ts';
import {
  choosePeriod,
  compareWith,
  openPage,
  openView as openPortalView,
  rowsOf,
  signIn,
  untilRows,
} from '../support/portal/portal-page.ts';
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
});

const openView = (search: string, companyId = 'acme', options: object = {}) =>
  openPortalView(browser, product.url, search, options, companyId);

it('shows totals, chart and rows of one version of the data', async () => {
  const { page } = await openView(`?report=payments&${days}`, 'many');
  await page.locator('.bars').waitFor();
  const scheduled = () => page.getByLabel('Totals').locator('dd').first().innerText();
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

it('asks only for what changed with a group, a comparison or an order', async () => {
  const { page, requested } = await openView(`?report=payments&${days}&compare=nothing`);
  const group = (name: string) => () => page.locator('.switch').getByRole('button', { name, exact: true }).click();
  const order = () => page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  const steps: [act: () => Promise<void>, ...requested: string[]][] = [
    [group('Team'), 'summary of 2026 by team'],
    [group('Month')],
    [() => compareWith(page, 'Same period last year'), 'summary of 2025 by month'],
    [group('Team'), 'summary of 2025 by team'],
    [group('Contractor'), 'summary of 2026 by contractor', 'summary of 2025 by month', 'summary of 2025 by contractor'],
    [() => compareWith(page, 'No comparison')],
    [order, 'list of 2026 by budget'],
    [group('Team')],
  ];
  for (const [act, ...expected] of steps) {
    requested.length = 0;
    await act();
    await page.locator('.answer[aria-busy=false]').waitFor();
    const texts = requested.map(
      ({ pathname, searchParams: of }) =>
        `${pathname.split('/').at(-1)} of ${of.get('fromDate')?.slice(0, 4)} by ${of.get('groupBy') ?? of.get('sortField')}`,
    );
    expect(texts).toEqual(expected);
  }
  await page.close();
});

it('draws the sums of more than 20,000 payments at once, without reading them', async () => {
  const { page, requested } = await openView(`?report=payments&${days}&compare=nothing`, 'large');
  await page.locator('.bars').waitFor();
  const sums = requested.filter(({ searchParams }) => searchParams.get('fromDate') === '2026-01-01');
  expect(sums.map(({ searchParams }) => searchParams.get('groupBy'))).toEqual([null, 'month', 'status']);
  expect(sums.map(({ pathname }) => pathname.replace(/.*\//, ''))).toEqual(['list', 'summary', 'summary']);
  expect(await page.getByLabel('Totals').innerText()).toContain('Scheduled\n$20,001.00\nUpcoming\n$20,001.00\n');
  await page.close();
});

it('keeps nine-digit sums in one line on a desktop', async () => {
  await query(
    product.databaseUrl,
    `update reporting.scheduled_payments set amount = amount + 876543211.11, paid_amount = 776543211.11 where id = 'large-0'`,
  );
  const { page } = await openView(`?report=payments&${days}`, 'large', { viewport: { width: 1440, height: 900 } });
  const bottoms = await page
    .locator('.figures dd')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  expect(await page.getByLabel('Totals').innerText()).toContain('Scheduled\n$876,563,212.11');
  expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThan(10);
  await page.close();
});

it('says what needs attention today, and leads there', async () => {
  const inDays = (days: number) => `now() + interval '${days} days'`;
  const set = (id: string, status: string, on: string) =>
    query(
      product.databaseUrl,
      `update reporting.scheduled_payments set status = '${status}', scheduled_payment_on = ${on} where id = '${id}'`,
    );
  await query(
    product.databaseUrl,
    `update reporting.scheduled_payments set scheduled_payment_on = '2020-01-01' where id like 'many-%'`,
  );
  await set('many-1', 'failed', inDays(-30));
  await set('many-2', 'upcoming', inDays(-3));
  await set('many-3', 'upcoming', inDays(13));
  await set('many-4', 'upcoming', inDays(15));
  const { page } = await openView(`?report=payments`, 'many');
  const links = page.getByRole('navigation', { name: 'Needs attention' }).getByRole('link');
  await page.getByRole('link', { name: '1 failed in the last 12 months, $100.00' }).waitFor();
  expect(await links.allInnerTexts()).toEqual([
    '1 failed in the last 12 months, $100.00',
    '1 overdue, $100.00',
    '1 upcoming within 14 days, $100.00',
  ]);
  await links.last().click();
  await untilRows(page, 1);
  expect((await rowsOf(page))[0]?.[1]).toBe('Milestone many-3');
  await query(
    product.databaseUrl,
    `update reporting.scheduled_payments set scheduled_payment_on = '2026-06-01', status = 'upcoming' where id like 'many-%'`,
  );
  await page.close();
});

it('says once a minute which rows changed, and shows them', async () => {
  const { page } = await openView(`?report=payments&${days}`, 'many');
  await page.clock.install();
  const requested: string[] = [];
  page.on('request', (sent) => sent.url().includes('/changes?') && requested.push(sent.url()));
  await page.getByRole('button', { name: 'Next' }).click();
  await untilRows(page, 15);
  const number = /\d+$/.exec((await rowsOf(page)).at(-1)?.[1] ?? '')?.[0];
  const change = (by: number) =>
    query(
      product.databaseUrl,
      `update reporting.scheduled_payments set amount = amount + ${by} where id = 'many-${number}'`,
    );
  await change(5);
  expect(requested).toEqual([]);
  await page.clock.fastForward(61_000);
  const notice = page.locator('.changed');
  await notice.getByText('1 payment changed.').waitFor();
  expect(await notice.locator('li').allInnerTexts()).toEqual([
    expect.stringMatching(`^Milestone many-${number}, .*: \\$100\\.00, now \\$105\\.00$`),
  ]);
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: 'Show it' }).click();
  const totals = page.getByLabel('Totals');
  await until('the new total', async () => (await totals.innerText()).includes('Scheduled\n$4,005.00'));
  const inSight = () => page.locator('.marked').evaluate((row) => row.getBoundingClientRect().bottom < innerHeight);
  await until('the row is in sight', inSight);
  expect(await page.locator('.marked').innerText()).toContain(`Milestone many-${number}`);
  expect(await notice.count()).toBe(0);
  await change(-5);
  await page.close();
});

describe('on a phone', () => {
  const phone = { viewport: { width: 390, height: 844 } };

  it('filters are folded, the first figure is in sight, and what is to be clicked is 44 px high', async () => {
    const { page } = await openView(`?report=payments&${days}&teamIds=build`, 'acme', phone);
    const team = page.getByRole('button', { name: 'Team: Build', exact: true });
    expect(await team.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    expect(await team.isVisible()).toBe(true);
    const { y, height } = (await page.locator('.headline').boundingBox()) ?? { y: Infinity, height: 0 };
    expect(y + height).toBeLessThan(phone.viewport.height / 2);
    await page.getByText('For developers').click();
    const targets = page.locator('.explorer :is(button, select, input, summary, :not(p) > a):visible');
    const low = await targets.evaluateAll((all) =>
      all
        .filter((one) => (one.closest('label') ?? one).getBoundingClientRect().height < 44)
        .map((one) => one.outerHTML),
    );
    expect(low).toEqual([]);
    await page.close();
  });

  const inSight = (page: Page, text: string) =>
    page
      .getByRole('region', { name: /^(Payments|Hours)$/ })
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

it('dims what was shown before while the next answer is loaded, and where that fails', async () => {
  const { page } = await openView(`?report=payments&${days}`);
  await page.locator('.bars').waitFor();
  const held: (() => void)[] = [];
  await page.route('**/list?*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await choosePeriod(page, 'Last year');
  await page.locator('.answer[aria-busy=true]').waitFor();
  const opacity = () => page.locator('.answer').evaluate((element) => getComputedStyle(element).opacity);
  await until('dimmed rows', async () => (await opacity()) === '0.5');
  expect(await rowsOf(page)).toHaveLength(24);
  for (const release of held) release();
  await page.getByText('No payments in these days.').waitFor();
  expect(await opacity()).toBe('1');
  await page.unroute('**/list?*');
  await page.route('**/list?*', (route) => route.abort());
  await choosePeriod(page, 'This month');
  await page.locator('[data-code=unreachable]').waitFor();
  await until('dimmed rows', async () => (await opacity()) === '0.5');
  expect(await page.getByText('No payments in these days.').isVisible()).toBe(true);
  await page.close();
});

it('prints figures and rows, without what is to be clicked', async () => {
  const { page } = await openView(`?report=payments&${days}`);
  await page.locator('.bars').waitFor();
  await page.emulateMedia({ media: 'print' });
  for (const selector of ['.header nav', '.toolbar', '.exports', '.developers', '.switch', '.pager']) {
    expect([selector, await page.locator(selector).first().isVisible()]).toEqual([selector, false]);
  }
  for (const selector of ['.on-paper', '.header .chooser', '.headline', '.figures', '.bars', '.rows', '.head h2']) {
    expect([selector, await page.locator(selector).first().isVisible()]).toEqual([selector, true]);
  }
  await page.close();
});

it('keeps the focus where the reader is', async () => {
  const page = await openPage(browser, `${product.url}/portal/explorer?report=payments&${days}&itemsPerPage=20`);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await signIn(page, 'acme-client', 'wrong');
  await page.getByRole('alert').waitFor();
  expect(await focused()).toBe('Sign in');
  await signIn(page);
  await untilRows(page, 20);
  expect(await focused()).toBe('Payments and hours');
  await page.getByRole('button', { name: 'Next' }).click();
  await untilRows(page, 4);
  expect(await page.locator('#rows').evaluate((rows) => rows.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  await page.close();
});
