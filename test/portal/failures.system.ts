import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { query } from '../support/postgres/database.ts';
import { startBrowser } from '../support/portal/browser.ts';
import { choose2026, openExplorer, openPage, choosePeriod, signIn, untilRows } from '../support/portal/portal-page.ts';
import { startPortalProduct } from '../support/portal/portal-product.ts';
import { changedTimes } from '../support/programs/main-of.ts';
import type { Product } from '../support/programs/product.ts';
import { until } from '../support/until.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [browser, product] = await Promise.all([
    startBrowser(),
    startPortalProduct({ TOKEN_LIFETIME_SECONDS: '3', ...changedTimes({ reportingDeadlineMs: 5_000 }) }),
  ]);
}, 180_000);
afterAll(async () => {
  await browser.close();
  await product.stop();
});

describe('who signs in reads well', () => {
  const right = `update auth.users set status = 'active', company_id = 'acme'`;
  it.each([
    ['a wrong secret', 'select', 'invalid_client', 'The id or the secret is wrong.'],
    ['an inactive user', `update auth.users set status = 'inactive'`, 'inactive_user', 'Your user is not active'],
    ['a user without a company', 'update auth.users set company_id = null', 'forbidden', 'You may not read reports'],
  ])('A person who signs in reads well about %s', async (who, statement, code, title) => {
    await query(product.databaseUrl, statement);
    const page = await openPage(browser, `${product.url}/portal/explorer`);
    await (who === 'a wrong secret' ? signIn(page, 'acme-client', 'wrong') : signIn(page));
    const notice = page.getByRole('alert');
    await notice.waitFor();
    expect(await notice.getAttribute('data-code')).toBe(code);
    expect(await notice.locator('p').first().innerText()).toContain(title);
    await notice.getByText('Details').click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await notice.getByRole('button', { name: 'Copy the request id' }).click();
    await notice.getByText('Copied').waitFor();
    const id = await page.evaluate(() => navigator.clipboard.readText());
    expect(id).toMatch(/^[\w-]{36}$/);
    expect(await notice.innerText()).toContain(id);
    await until('it is logged', () => product.logs().some((line) => line.includes(id)));
    await page.close();
    await query(product.databaseUrl, right);
  });
});

describe('in the explorer', () => {
  let page: Page;
  const notice = (code: string) => page.locator(`[role=alert][data-code=${code}]`).first();
  beforeAll(async () => {
    page = await openExplorer(browser, product.url);
  });
  afterAll(() => page.close());

  it('The explorer renews an expired token quietly, once', async () => {
    let tokens = 0;
    page.on('request', (sent) => void (tokens += Number(sent.url().endsWith('/auth/token'))));
    const refused = page.waitForResponse((response) => response.status() === 401, { timeout: 60_000 });
    const periods = ['Last month', 'This quarter', 'Next 30 days'];
    await until('an expired token', async () => {
      await choosePeriod(page, periods.shift() ?? 'Year to date');
      await setTimeout(1_500);
      return tokens > 0;
    });
    await refused;
    await choose2026(page);
    await untilRows(page, 24);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('The explorer names what is wrong in an address, and does not try it again', async () => {
    const other = await openPage(browser, `${product.url}/portal/explorer?fromDate=2027-01-01&toDate=2026-01-01`);
    await signIn(other);
    const wrong = other.locator('[data-code=validation_error]');
    await wrong.getByText('Details').click();
    expect(await wrong.getByRole('listitem').allInnerTexts()).toEqual([
      'fromDate must not be after toDate',
      'toDate must not be before fromDate',
    ]);
    expect(await wrong.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await other.close();
  });

  it('The explorer shows a service that is down as down, and requests report and file again until it is back', async () => {
    product.reporting.process.kill('SIGKILL');
    await product.reporting.exited;
    await page.locator('.switch').getByRole('button', { name: 'Contract', exact: true }).click();
    await page.getByRole('button', { name: 'Download rows', exact: true }).click();
    for (const failed of [page.locator('main > .failure'), page.locator('.exports .failure')]) {
      expect(await failed.getAttribute('data-code')).toBe('service_unavailable');
      await failed.getByText(/Trying again in \d+ s\.$/).waitFor();
    }
    await product.restartReporting();
    await page.getByRole('region', { name: 'Paid by contract', exact: true }).waitFor();
    await page.getByText(/^Saved .*\.xlsx: 24 rows$/).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('The explorer asks to sign in again once the application is revoked', async () => {
    await query(product.databaseUrl, 'update auth.oauth_applications set revoked_at = now()');
    // It is in force within five seconds.
    await setTimeout(6_000);
    await choosePeriod(page, 'This month');
    await notice('invalid_client').waitFor();
    await query(product.databaseUrl, 'update auth.oauth_applications set revoked_at = null');
  });
});

it('The page counts down a used-up allowance, and says well that the gateway is gone', async () => {
  const limited = await startPortalProduct({ RATE_LIMIT_IP: '200' });
  const page = await openPage(browser, `${limited.url}/portal/explorer`);
  await signIn(page);
  const notice = page.locator('[data-code=rate_limited]').first();
  /** For half a minute at least: what follows may take long, and the next minute has all of it again. */
  const useUp = async () => {
    for (let reset = 0; reset < 30;) {
      const { status, headers } = await fetch(`${limited.url}/openapi.json`);
      if (status === 429) reset = Number(headers.get('RateLimit-Reset'));
    }
  };
  await page.locator('.attention[aria-busy=false]').waitFor();
  await useUp();
  await choosePeriod(page, 'Last quarter');
  await notice.getByText(/Trying again in \d+ s\.$/).waitFor();
  const other = await openPage(browser, `${limited.url}/portal/guide`);
  await other.getByRole('heading', { name: 'Guide', level: 1 }).waitFor();
  await other.getByRole('link', { name: 'Payments and hours' }).click();
  await useUp();
  await signIn(other);
  await other
    .getByRole('alert')
    .getByText(/Trying again in \d+ s\.$/)
    .waitFor();
  await other.getByLabel('API key secret').fill('half of another');
  await other.getByRole('alert').waitFor({ state: 'detached' });
  await other.close();
  await limited.stop();
  await choosePeriod(page, 'This month');
  await page.locator('[data-code=unreachable]').first().waitFor();
  await page.close();
});
