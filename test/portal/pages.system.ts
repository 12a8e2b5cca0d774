import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, Page, Request } from 'playwright-core';
import { startBrowser } from '../support/portal/browser.ts';
import {
  choose2026,
  compareWith,
  openChoice,
  openExplorer,
  openPage,
  signIn,
  untilRows,
} from '../support/portal/portal-page.ts';
import { startPortalProduct } from '../support/portal/portal-product.ts';
import type { Product } from '../support/programs/product.ts';
import { secret } from '../support/fixtures.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [browser, product] = await Promise.all([startBrowser(), startPortalProduct()]);
}, 180_000);
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
  await browser.close();
  await product.stop();
});

it.each(['', '/explorer', '/guide'])(
  'The page /portal%s loads less than 150 KB, all of it from the gateway',
  async (place) => {
    const page = await openPage(browser, 'about:blank');
    const finished: Request[] = [];
    const origins = new Set<string>();
    page.on('request', (sent) => origins.add(new URL(sent.url()).origin));
    page.on('requestfinished', (sent) => finished.push(sent));
    await page.goto(`${product.url}/portal${place}`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([...origins]).toEqual([product.url]);
    const sizes = await Promise.all(finished.map((sent) => sent.sizes()));
    const kilobytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1_000;
    expect(kilobytes).toBeGreaterThan(30);
    expect(kilobytes).toBeLessThan(150);
  },
);

it.each([
  ['light', { width: 1280, height: 900 }],
  ['dark', { width: 390, height: 844 }],
] as const)(
  'The checks of axe find nothing on any page, and nothing is wider than the screen, in %s',
  async (colorScheme, viewport) => {
    const page = await openPage(browser, `${product.url}/portal`, { colorScheme, viewport });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Guide', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Guide', level: 1 }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Reference', exact: true }).first().click();
    await page.locator('#listScheduledPayments').waitFor();
    for (const summary of await page.locator('#listScheduledPayments summary').all()) {
      const isOpen = await summary.evaluate(({ parentElement }) => (parentElement as HTMLDetailsElement).open);
      if (!isOpen && (await summary.isVisible())) await summary.click();
    }
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Payments and hours', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectAccessible(page);
    await signIn(page, 'acme-client', 'wrong');
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await signIn(page);
    await choose2026(page);
    await untilRows(page, 24);
    await openChoice(page, 'Period');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    const fold = page.getByRole('button', { name: 'Filters', exact: true });
    if (await fold.isVisible()) await fold.click();
    await openChoice(page, 'Team, contractor, contract');
    await page.locator('.boxes').first().waitFor();
    await expectAccessible(page);
    await page.getByText('Show figures').click();
    await compareWith(page, 'Previous period');
    await page.locator('.change').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('group', { name: 'Report' }).getByRole('button', { name: 'Hours' }).click();
    await choose2026(page);
    await untilRows(page, 2, 'Hours');
    await expectAccessible(page);
    for (const pagePath of ['', '/guide', '/reference', '/explorer']) {
      await page.goto(`${product.url}/portal${pagePath}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      const cut = await page
        .locator('.code pre')
        .evaluateAll((blocks) => blocks.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
      expect({ page: pagePath, wider: Math.max(0, wider), cut }).toEqual({ page: pagePath, wider: 0, cut: 0 });
    }
  },
);

it('The whole portal works from the keyboard', async () => {
  const page = await openPage(browser, `${product.url}/portal/explorer`);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to the content');
  await page.getByLabel('API key id').focus();
  await page.keyboard.type('acme-client');
  await page.keyboard.press('Tab');
  await page.keyboard.type(secret);
  await page.keyboard.press('Enter');
  await choose2026(page);
  await untilRows(page, 24);
  await page.getByRole('columnheader', { name: 'Paid' }).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await page.locator('th[aria-sort=descending]', { hasText: 'Paid' }).waitFor();
  await page.getByRole('group', { name: 'Status', exact: true }).locator('.chooser').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await untilRows(page, 18);
  await page.keyboard.press('Escape');
  expect(await focused()).toBe('Unpaid');
  expect(await page.getByRole('button', { name: 'Status: Unpaid', exact: true }).getAttribute('aria-expanded')).toBe(
    'false',
  );
});

describe('the guide', () => {
  it('The guide shows its programs in one language at a time, with the address of the service, and finds its parts by their texts', async () => {
    const page = await openPage(browser, `${product.url}/portal/guide`);
    const shown = async () => (await page.locator('.code:visible pre').allInnerTexts()).join('\n');
    expect(await shown()).toContain(`curl -sS ${product.url}/auth/token`);
    expect(await shown()).not.toMatch(/createClient\({|reports\.example\.com/);
    await page.getByText('Python', { exact: true }).click();
    expect(await shown()).toContain(`client = Client("${product.url}"`);
    expect(await shown()).not.toContain('curl -sS');
    await page.getByLabel('Search this page').fill('report-version if-match');
    await page.getByText('1 of 9 parts').waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Pages and order']);
  });
});

describe('the reference', () => {
  it('The reference finds operations by their parameters and answers, in a field with space around its text', async () => {
    const page = await openPage(browser, `${product.url}/portal/reference`);
    const search = page.getByLabel('Search this page');
    expect(await search.evaluate((field) => parseFloat(getComputedStyle(field).paddingInlineStart))).toBeGreaterThan(4);
    await search.fill('groupBy tracked');
    await page.getByText('1 of 18 parts').waitFor();
    const visible = page.locator('.operation:visible');
    expect(await visible.evaluateAll((found) => found.map(({ id }) => id))).toEqual(['getTimesheetsSummary']);
  });

  it('The reference lets a signed-in reader try an operation', async () => {
    const page = await openExplorer(browser, product.url);
    await page.getByRole('link', { name: 'Reference' }).click();
    const list = page.locator('#listTimesheets');
    await list.getByText('Try it').click();
    await list.locator('input[name=fromDate]').fill('2026-01-01');
    await list.locator('input[name=toDate]').fill('2026-12-31');
    await list.getByRole('button', { name: 'Send' }).click();
    await list.getByText('"trackedMinutes": 600').waitFor();
    expect(await list.locator('.try pre').innerText()).toMatch(/^200 OK\n\{/);
    await list.locator('input[name=page]').fill('nought');
    await list.getByRole('button', { name: 'Send' }).click();
    await list.getByRole('alert').getByText('page', { exact: true }).waitFor();
    const sums = page.locator('#getScheduledPaymentsSummary');
    await sums.getByText('Try it').click();
    await sums.locator('[name=groupBy]').fill('month, team');
    await sums.locator('[name=contractorIds]').fill('ana,bo');
    await sums.locator('[name=sortOrder]').fill('desc');
    await page.getByRole('group', { name: 'Language' }).getByText('Python', { exact: true }).click();
    await sums.getByText('group_by=["month", "team"],').waitFor();
    await sums.getByText('contractor_ids=["ana", "bo"],').waitFor();
    const [request] = await Promise.all([
      page.waitForRequest(/summary/),
      sums.getByRole('button', { name: 'Send' }).click(),
    ]);
    expect(new URL(request.url()).search).toMatch(
      /^\?groupBy=month&groupBy=team&contractorIds=ana&contractorIds=bo&fromDate=\d{4}-01-01&toDate=\d{4}-12-31&sortOrder=desc$/,
    );
    await sums.locator('.try pre').waitFor();
  });
});

async function expectAccessible(page: Page): Promise<void> {
  // What is fading in is paler than it will be.
  await page.evaluate(async () => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    // Selectors of each element take most of the time.
    (window as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'], selectors: false }),
  );
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
