import { expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '../until.ts';
import { secret } from '../fixtures.ts';

/** A new page that fails the test on what the browser complains of, but for answers that are errors. */
export async function openPage(browser: Browser, address: string, options: object = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) complaints.push(text);
  });
  page.on('close', () => expect(complaints).toEqual([]));
  await page.goto(address);
  return page;
}

export async function signIn(page: Page, clientId = 'acme-client', clientSecret = secret): Promise<void> {
  await page.getByLabel('API key id').fill(clientId);
  await page.getByLabel('API key secret').fill(clientSecret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The explorer, signed in, its payments of 2026 on the page. */
export async function openExplorer(browser: Browser, url: string, options: object = {}): Promise<Page> {
  const page = await openPage(browser, `${url}/portal/explorer?compare=nothing`, options);
  await signIn(page);
  await choose2026(page);
  await untilRows(page, 24);
  return page;
}

/** The explorer at this query string, signed in, and the lists and exports that it requests. */
export async function openView(
  browser: Browser,
  url: string,
  search: string,
  options: object = {},
  companyId = 'acme',
) {
  const page = await openPage(browser, `${url}/portal/explorer${search}`, options);
  const requested: URL[] = [];
  page.on('request', (sent) => {
    const url = new URL(sent.url());
    if (/\/(list|summary)$/.test(url.pathname)) requested.push(url);
  });
  await signIn(page, `${companyId}-client`);
  await page.locator('.answer[aria-busy=false]').waitFor();
  // What needs attention is requested after the report.
  await page.locator('.attention[aria-busy=true]').waitFor({ state: 'detached' });
  return { page, requested };
}

export async function choose2026(page: Page): Promise<void> {
  await chooseDays(page, '2026-01-01', '2026-12-31');
}

export async function chooseDays(page: Page, fromDate: string, toDate: string): Promise<void> {
  await openChoice(page, 'Period');
  await page.getByLabel('From', { exact: true }).fill(fromDate);
  await page.getByLabel('To', { exact: true }).fill(toDate);
  await page.getByLabel('To', { exact: true }).press('Enter');
  await page.keyboard.press('Escape');
}

/** Chooses a period by its name. */
export async function choosePeriod(page: Page, name: string): Promise<void> {
  await openChoice(page, 'Period');
  await page.getByRole('group', { name: 'Periods' }).getByRole('button', { name, exact: true }).click();
}

/** Chooses what the period is compared with. */
export async function compareWith(page: Page, name: string): Promise<void> {
  await openChoice(page, 'Period');
  await page.getByLabel('Compare with').selectOption(name);
  await page.keyboard.press('Escape');
}

/** Opens what a button of the toolbar has to choose from. */
export async function openChoice(page: Page, label: string): Promise<void> {
  const button = page.getByRole('group', { name: label, exact: true }).locator('.chooser');
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

/** The cells of the report's table, row by row. */
export async function rowsOf(page: Page, caption = 'Payments'): Promise<string[][]> {
  const rows = await page.getByRole('region', { name: caption, exact: true }).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
}

export async function untilRows(page: Page, count: number, caption = 'Payments'): Promise<void> {
  const rows = page.getByRole('region', { name: caption, exact: true }).locator('tbody tr');
  const idle = page.locator('.answer[aria-busy=false]');
  await until(`${count} rows`, async () => (await idle.count()) === 1 && (await rows.count()) === count);
}
