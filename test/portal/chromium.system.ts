import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { errorTable } from '../../proto/errors.ts';
import { clientName } from '../support/programs/client-package.ts';
import { startBrowser } from '../support/portal/browser.ts';
import { openExplorer, openPage } from '../support/portal/portal-page.ts';
import { startPortalProduct } from '../support/portal/portal-product.ts';
import type { Product } from '../support/programs/product.ts';

// Over WebDriver BiDi, Playwright doesn't turn JavaScript off in Firefox, and has no event of a download.

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

it.each([true, false])(
  'The reference has every operation of the document, where JavaScript is %s',
  async (javaScriptEnabled) => {
    const document = (await (await fetch(`${product.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<'get' | 'post', { operationId: string; responses: object } | undefined>>;
    };
    const operations = Object.values(document.paths).flatMap(({ get, post }) => get ?? post ?? []);
    const page = await openPage(browser, `${product.url}/portal/reference`, { javaScriptEnabled });
    await page.locator('.operation').first().waitFor();
    const shown = await page.locator('.operation').all();
    const ids = await Promise.all(shown.map((one) => one.getAttribute('id')));
    expect(ids.sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
    const list = page.locator('#listScheduledPayments');
    const answers = await list.locator('.answer-kind summary > code').allInnerTexts();
    expect((await list.locator('.answer-kind summary').allInnerTexts()).join()).not.toContain('`');
    const [, errors = ''] = /Errors: ([\d, ]+)\./.exec(await list.innerText()) ?? [];
    expect([...answers, ...errors.split(', ')]).toEqual(
      Object.keys(operations.find(({ operationId }) => operationId === 'listScheduledPayments')?.responses ?? {}),
    );
    const codes = await page.locator('#general td:nth-child(2)').allInnerTexts();
    expect(codes.sort()).toEqual(Object.keys(errorTable).sort());
    const parameters = await list.locator('.members > li > code').allInnerTexts();
    expect(parameters).toEqual(expect.arrayContaining(['fromDate', 'toDate', 'sortField', 'itemsPerPage']));
    const codeOf = (await page.locator('#listTimesheets .code').allTextContents()).join('\n');
    for (const text of ['curl -sS', 'client.timesheets.list({', '    from_date=', '"billableMinutes": ']) {
      expect(codeOf).toContain(text);
    }
  },
);

it('The guide has its programs in every language without JavaScript, and a response of each report', async () => {
  const page = await openPage(browser, `${product.url}/portal/guide`, { javaScriptEnabled: false });
  const shown = (await page.locator('.code').allInnerTexts()).join('\n');
  const programs = ['curl -sS', 'npm install https://', 'pip install https://', 'createClient<paths'];
  for (const text of [...programs, '"paidAmount": 2134.71', '"trackedMinutes": 8284']) expect(shown).toContain(text);
  expect(await page.locator('button:visible').count()).toBe(0);
  await page.getByText('JavaScript', { exact: true }).first().click();
  await page.getByText(`from '${clientName}'`).waitFor();
});

it('The browser saves rows and totals of the explorer as two files, under the names that the page says', async () => {
  const page = await openExplorer(browser, product.url);
  for (const [file, rows] of [
    ['rows', 24],
    ['totals', 3],
  ] as const) {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download ${file}` }).click();
    await page.getByText(`Saved ${(await downloading).suggestedFilename()}: ${rows} rows`).waitFor();
  }
});
