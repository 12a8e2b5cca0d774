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
  await page.getByLabel('Client id').fill(clientId);
  await page.getByLabel('Client secret').fill(clientSecret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The explorer, signed in, its payments of 2026 on the page. */
export async function openExplorer(browser: Browser, url: string, options: object = {}): Promise<Page> {
  const page = await openPage(browser, `${url}/portal/explorer`, options);
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
  const asked: URL[] = [];
  page.on('request', (sent) => {
    const url = new URL(sent.url());
    if (/\/(list|summary)$/.test(url.pathname)) asked.push(url);
  });
  await signIn(page, `${companyId}-client`);
  await page.locator('.answer[aria-busy=false]').waitFor();
  // What needs attention is asked for after the report.
  await page.locator('.attention').filter({ hasText: '…' }).waitFor({ state: 'detached' });
  return { page, asked };
}

export async function choose2026(page: Page): Promise<void> {
  const fold = page.getByRole('button', { name: 'Period and filters', expanded: false });
  await page.getByRole('form', { name: 'Filters' }).waitFor();
  if (await fold.isVisible()) await fold.click();
  await page.getByLabel('From', { exact: true }).fill('2026-01-01');
  await page.getByLabel('To', { exact: true }).fill('2026-12-31');
  await page.getByLabel('To', { exact: true }).press('Enter');
}

/** The cells of the report's table, row by row. */
export async function rowsOf(page: Page, caption = 'Scheduled payments'): Promise<string[][]> {
  const rows = await page.getByRole('region', { name: caption, exact: true }).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
}

export async function untilRows(page: Page, count: number, caption = 'Scheduled payments'): Promise<void> {
  const rows = page.getByRole('region', { name: caption, exact: true }).locator('tbody tr');
  const idle = page.locator('.answer[aria-busy=false]');
  await until(`${count} rows`, async () => (await idle.count()) === 1 && (await rows.count()) === count);
}
