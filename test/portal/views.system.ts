import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../support/portal/browser.ts';
import { query } from '../support/postgres/database.ts';
import {
  choosePeriod,
  openChoice,
  openPage,
  openView as openPortalView,
  rowsOf,
  signIn,
  untilRows,
} from '../support/portal/portal-page.ts';
import { startPortalProduct } from '../support/portal/portal-product.ts';
import { manyContractors } from '../support/portal/portal-data.ts';
import { load } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { until } from '../support/until.ts';

const days = 'fromDate=2026-01-01&toDate=2026-12-31';
const found = 'Team, contractor, contract';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [browser, product] = await Promise.all([startBrowser(), startPortalProduct()]);
  await load(product.databaseUrl, manyContractors());
}, 180_000);
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const update = (set: string, where: string) =>
  query(product.databaseUrl, `update reporting.scheduled_payments set ${set} where id ${where}`);
const openView = (search: string, companyId = 'acme', options: object = {}) =>
  openPortalView(browser, product.url, search, options, companyId);

const searchOf = (page: Page) => new URL(page.url()).search;

describe('the address', () => {
  it('A reload and reading the guide keep the address, and signing out forgets it', async () => {
    const { page } = await openView(`?report=timesheets&${days}&sortField=trackedTime&sortOrder=desc`);
    await untilRows(page, 2, 'Hours');
    await page.reload();
    await untilRows(page, 2, 'Hours');
    const view = page.url();
    await page.getByRole('link', { name: 'Guide' }).click();
    await page.getByRole('heading', { name: 'Guide' }).waitFor();
    await page.getByRole('link', { name: 'Payments and hours' }).click();
    await untilRows(page, 2, 'Hours');
    expect(page.url()).toBe(view);
    expect(await page.locator('th[aria-sort=descending]').innerText()).toBe('Tracked');
    await openChoice(page, 'Account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(searchOf(page)).toBe('');
  });

  it('The address goes back and forward through what was shown', async () => {
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
  });

  it('An address seen before says what changed since', async () => {
    const { page } = await openView(`?report=payments&${days}&itemsPerPage=100`);
    await untilRows(page, 24);
    await until('the look is kept', () => page.evaluate(() => localStorage.length === 1));
    const set = (status: string, paid: string) =>
      update(`status = '${status}', paid_amount = ${paid}`, `= 'payment-26'`);
    await set('paid', '126.25');
    await page.reload();
    const notice = page.locator('.changed');
    await notice.getByText(/^Since your last look on .*: 1 payment changed\.$/).waitFor();
    expect(await notice.locator('li').allInnerTexts()).toEqual(['Milestone 26, Ana García: now paid, $126.25']);
    // The only one, once its row is there.
    await page.locator('.marked').waitFor();
    expect(await page.locator('.marked').innerText()).toContain('Milestone 26');
    await notice.getByRole('button', { name: 'Show it' }).click();
    await notice.waitFor({ state: 'detached' });
    await set('upcoming', '0');
  });

  it('The address of a report keeps days, teams and contractors in the other report', async () => {
    const { page } = await openView(`?report=payments&${days}&teamIds=build&scheduledPaymentStatuses=paid&page=1`);
    await page.getByRole('button', { name: 'Hours', exact: true }).click();
    await untilRows(page, 1, 'Hours');
    expect(searchOf(page)).toBe(`?report=timesheets&${days}&teamIds=build`);
  });
});

it.each([
  ['en-GB', '15 Mar 2026'],
  ['en-US', 'Mar 15 2026'],
])('The portal shows dates in the order of %s', async (locale, shown) => {
  const { page } = await openView('?report=payments&fromDate=2026-03-15&toDate=2026-12-31', 'acme', { locale });
  await page.getByRole('heading', { name: new RegExp(`from ${shown} to `) }).waitFor();
});

describe('the names to filter by', () => {
  it("The filters offer the company's names, found by the API without their accents", async () => {
    const { page, requested } = await openView(`?report=payments&${days}`, 'many');
    requested.length = 0;
    expect((await rowsOf(page)).map((row) => row[3])).not.toContain('Łukasz Żółć');
    await openChoice(page, found);
    await page.locator('.boxes').waitFor();
    const boxes = page.locator('.boxes').getByRole('checkbox');
    expect(await boxes.count()).toBe(40);
    expect(requested.map(({ pathname, search }) => [pathname.split('/').at(-2), search]).sort()).toEqual([
      ['contractors', '?itemsPerPage=100'],
      ['teams', '?itemsPerPage=100'],
    ]);
    // The field has the focus already.
    await page.keyboard.type('lukasz zolc');
    await until('one name', async () => (await boxes.count()) === 1);
    await page.getByRole('checkbox', { name: 'Łukasz Żółć' }).check();
    await untilRows(page, 1);
    expect(await page.getByRole('checkbox', { name: 'Łukasz Żółć' }).isChecked()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.matches('.boxes input'))).toBe(true);
    expect((await rowsOf(page))[0]?.[3]).toBe('Łukasz Żółć');
    await page.getByRole('searchbox').fill('no match');
    await page.getByText('Nothing has that name in these days.').waitFor();
  });

  it('The filters show the contracts of two people with the same name', async () => {
    await query(product.databaseUrl, `update reporting.people set first_name = 'Given 3' where id = 'person-4'`);
    const { page } = await openView(`?report=payments&${days}`, 'many');
    await openChoice(page, found);
    await page.getByRole('searchbox').fill('given 3');
    await until('all of them', async () => (await page.locator('.boxes label').count()) === 11);
    const names = await page.locator('.boxes label').allInnerTexts();
    expect(names.filter((name) => name.startsWith('Given 3 Family\nTranslation of'))).toHaveLength(2);
    expect(names.filter((name) => name.includes('\n'))).toHaveLength(2);
  });

  it('The filters offer names for an address that shows nothing, and for timesheets', async () => {
    const { page } = await openView(
      `?report=payments&${days}&contractorIds=person-5&scheduledPaymentStatuses=deleted`,
      'many',
    );
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('button', { name: `${found}: Given 5 Family`, exact: true }).waitFor();
    const timesheets = await openView(`?report=timesheets&${days}&teamIds=build`);
    await openChoice(timesheets.page, found);
    await timesheets.page.getByRole('checkbox', { name: 'Ana García' }).waitFor();
  });
});

it('The explorer shows totals, chart and rows of one version, and names it in each request, so that no answer is of older data', async () => {
  const { page } = await openView(`?report=payments&${days}`, 'many');
  await page.locator('.bars').waitFor();
  const scheduled = () => page.getByLabel('Totals').locator('dd').first().innerText();
  expect(await scheduled()).toBe('$4,000.00');
  const versions: (string | undefined)[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/list?')) versions.push(sent.headers()['report-version']);
  });
  const next = page.waitForResponse((response) => response.url().endsWith('&page=2&itemsPerPage=25'));
  await page.getByRole('button', { name: 'Next' }).click();
  const version = (await next).headers()['report-version'];
  expect(version).toMatch(/^"[\w-]+"$/);
  expect(new Set(versions)).toEqual(new Set([version]));
  await untilRows(page, 15);
  await update('amount = amount + 1', `like 'many-%'`);
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await until('the new total', async () => (await scheduled()) === '$4,040.00');
  await untilRows(page, 25);
  expect((await rowsOf(page))[0]?.[6]).toBe('$101.00');
  await update('amount = amount - 1', `like 'many-%'`);
});

it('The explorer draws the sums without reading the payments, and a sum of nine digits in one line', async () => {
  await update('amount = amount + 876543211.11, paid_amount = 776543211.11', `= 'many-0'`);
  const { page, requested } = await openView(`?report=payments&${days}&compare=nothing`, 'many', {
    viewport: { width: 1440, height: 900 },
  });
  await page.locator('.bars').waitFor();
  const sums = requested.filter(({ searchParams }) => searchParams.get('fromDate') === '2026-01-01');
  expect(sums.map(({ searchParams }) => searchParams.get('groupBy'))).toEqual([null, 'month', 'status']);
  const total = '$876,547,211.11';
  expect(await page.getByLabel('Totals').innerText()).toContain(`Scheduled\n${total}\nUpcoming\n${total}\n`);
  const bottoms = await page
    .locator('.figures dd')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThan(10);
  await update('amount = 100, paid_amount = 0', `= 'many-0'`);
});

it('The explorer says what needs attention today, and leads there', async () => {
  await update(`scheduled_payment_on = '2020-01-01'`, `like 'many-%'`);
  const set = (number: number, status: string, days: number) =>
    update(`status = '${status}', scheduled_payment_on = now() + interval '${days} days'`, `= 'many-${number}'`);
  await set(1, 'failed', -30);
  await set(2, 'upcoming', -3);
  await set(3, 'upcoming', 13);
  await set(4, 'upcoming', 15);
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
  await update(`scheduled_payment_on = '2026-06-01', status = 'upcoming'`, `like 'many-%'`);
});

it('The explorer says once a minute which rows changed, and shows them', async () => {
  const { page } = await openView(`?report=payments&${days}`, 'many');
  await page.clock.install();
  const requested: string[] = [];
  page.on('request', (sent) => sent.url().includes('/changes?') && requested.push(sent.url()));
  await page.getByRole('button', { name: 'Next' }).click();
  await untilRows(page, 15);
  const number = /\d+$/.exec((await rowsOf(page)).at(-1)?.[1] ?? '')?.[0];
  const change = (by: number) => update(`amount = amount + ${by}`, `= 'many-${number}'`);
  await change(5);
  expect(requested).toEqual([]);
  await page.clock.fastForward(61_000);
  const notice = page.locator('.changed');
  await notice.getByText('1 payment changed.').waitFor();
  expect(await notice.locator('li').allInnerTexts()).toEqual([
    expect.stringMatching(`^Milestone many-${number}, .*: now upcoming, \\$105\\.00$`),
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
});

describe('on a phone', () => {
  const phone = { viewport: { width: 390, height: 844 } };

  it('A phone shows folded filters, the first figure in sight, and click targets 44 px high', async () => {
    const { page } = await openView(`?report=payments&${days}&teamIds=build`, 'acme', phone);
    const team = page.getByRole('button', { name: `${found}: Build`, exact: true });
    expect(await team.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    expect(await team.isVisible()).toBe(true);
    const { y, height } = (await page.locator('.headline').boundingBox()) ?? { y: Infinity, height: 0 };
    expect(y + height).toBeLessThan(phone.viewport.height / 2);
    const targets = page.locator('.explorer :is(button, select, input, summary, :not(p) > a):visible');
    const low = await targets.evaluateAll((all) =>
      all
        .filter((one) => (one.closest('label') ?? one).getBoundingClientRect().height < 44)
        .map((one) => one.outerHTML),
    );
    expect(low).toEqual([]);
  });

  it.each([
    ['payments', ['27 Mar 2026', 'Milestone 26', 'Upcoming', '$126.25', '$0.00', 'Logo', 'Ana García']],
    ['timesheets', ['Care', 'Chi Zhou', '8:00', '7:30', '6:40', '50.00 %', '$225.00']],
  ])('A phone shows the fields of a row of the %s in sight', async (report, texts) => {
    const { page } = await openView(`?report=${report}&${days}`, 'acme', phone);
    const row = page.getByRole('region', { name: /^(Payments|Hours)$/ }).locator('tbody tr');
    for (const text of texts) {
      const place = await row.first().getByText(text, { exact: true }).boundingBox();
      const { x, width } = place ?? { x: -1, width: 0 };
      expect([text, width > 0 && x >= 0 && x + width <= phone.viewport.width]).toEqual([text, true]);
    }
  });
});

it.each([390, 1280])('The explorer leaves room for chart and table beside long titles, %s px wide', async (width) => {
  const { page } = await openView(`?report=timesheets&${days}`, 'many', { viewport: { width, height: 900 } });
  await page.locator('.bars').waitFor();
  const widthOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.width ?? 0;
  expect(await widthOf('.bars .label')).toBeLessThanOrEqual(0.31 * (await widthOf('.bars')));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await widthOf('.rows .text')).toBeLessThan(Math.min(300, width));
});

it('The explorer dims the earlier answer while the next one is loaded, and where that fails', async () => {
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
});

it('The explorer keeps the focus where the reader is', async () => {
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
  expect(await page.locator('.rows').evaluate((rows) => rows.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
});
