import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { ClientMetadata } from 'oidc-provider';
import { away, startOpenIdProvider, audience } from '../support/openid-provider.ts';
import type { OpenIdProvider } from '../support/openid-provider.ts';
import { startBrowser } from '../support/portal/browser.ts';
import { openChoice, openPage, untilRows } from '../support/portal/portal-page.ts';
import { startPortal } from '../support/portal/portal.ts';
import { startPortalProduct } from '../support/portal/portal-product.ts';
import { adminJson } from '../support/programs/admin-command.ts';
import { startGateway } from '../support/programs/gateway.ts';
import type { Product } from '../support/programs/product.ts';

const tokenSeconds = 12;

let product: Product;
let browser: Browser;
let login: OpenIdProvider;
let view: string;

beforeAll(async () => {
  const clients: ClientMetadata[] = [];
  login = await startOpenIdProvider(clients, tokenSeconds);
  const trusted = [{ issuer: login.issuer, audience, portalClientId: 'portal', scopes: ['reports'] }];
  const settings = { TRUSTED_ISSUERS: JSON.stringify(trusted) };
  [browser, product] = await Promise.all([startBrowser(), startPortalProduct(settings, settings)]);
  const page = [`${product.url}/portal/explorer`];
  clients.push({
    client_id: 'portal',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: page,
    post_logout_redirect_uris: page,
  });
  login.rotate(login.key());
  view = `${product.url}/portal/explorer?compare=nothing&fromDate=2026-01-01&toDate=2026-12-31`;
  await adminJson(product.databaseUrl, 'users', 'link', 'acme-user', 'ana');
}, 180_000);
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
  await browser.close();
  await Promise.all([product.stop(), login.stop()]);
});

it('People sign in at the issuer, come back to where they were, in other tabs without a prompt, and sign out there and in all tabs', async () => {
  const page = await openPage(browser, view);
  await signIn(page, 'ana');
  await untilRows(page, 24);
  expect(page.url()).toBe(view);

  // A link in another tab opens without a prompt, also where none is open any more.
  const single = await openPage(browser, view);
  await signIn(single, 'ana');
  await untilRows(single, 24);
  const later = await single.context().newPage();
  await single.close();
  await later.goto(view);
  await untilRows(later, 24);
  await later.reload();
  const other = await page.context().newPage();
  await other.goto(view);
  await untilRows(other, 24);
  await other.reload();
  await untilRows(other, 24);
  const stored = (name: 'localStorage' | 'sessionStorage') =>
    other.evaluate((from) => JSON.stringify(window[from]), name);
  expect(await stored('sessionStorage')).not.toContain('refreshToken');
  expect(await stored('localStorage')).not.toContain('Token');

  // Their tokens end; the gateway lets 5 seconds pass, for clocks that differ. Without a refresh token, the issuer gives the next.
  await page.waitForTimeout((tokenSeconds + 6) * 1_000);
  const renewed = page.waitForRequest((sent) => sent.url() === `${login.issuer}/token`);
  await page.getByRole('button', { name: 'Hours', exact: true }).click();
  await renewed;
  await untilRows(page, 2, 'Hours');
  const requested = later.waitForRequest((sent) => sent.url().includes('prompt=none'));
  await later.getByRole('button', { name: 'Hours', exact: true }).click();
  await requested;
  await untilRows(later, 2, 'Hours');

  // It came back from the issuer, and was not loaded since.
  const returned = await page.context().newPage();
  await returned.goto(view);
  await untilRows(returned, 24);
  const exchanged: string[] = [];
  returned.on('request', (sent) => sent.url() === `${login.issuer}/token` && exchanged.push(sent.postData() ?? ''));

  await openChoice(page, 'Account');
  await page.getByText('ana', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: /sign me out/ }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  await returned.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(exchanged).toEqual([]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Name').waitFor();
}, 180_000);

it('Tabs that renew at once keep their views, however slow the issuer is', async () => {
  const first = await openPage(browser, view);
  await signIn(first, 'ana');
  await untilRows(first, 24);
  const second = await first.context().newPage();
  await second.goto(`${view}&scheduledPaymentStatuses=paid`);
  await untilRows(second, 6);
  login.slowBy(900);
  for (const [group, other] of [
    ['Team', 'Contractor'],
    ['Contractor', 'Team'],
  ] as const) {
    await first.waitForTimeout((tokenSeconds + 6) * 1_000);
    const choose = (page: Page, name: string) =>
      page.locator('.switch').getByRole('button', { name, exact: true }).click();
    await Promise.all([choose(first, group), choose(second, other)]);
    await Promise.all([untilRows(first, 24), untilRows(second, 6)]);
    for (const [page, by] of [[first, group] as const, [second, other] as const]) {
      expect(new URL(page.url()).searchParams.get('by')).toBe(by.toLowerCase());
      expect(page.url()).not.toMatch(/[?&](code|state)=/);
    }
  }
  login.slowBy(0);
}, 180_000);

it('A refresh token is requested as the standard says, with a prompt for consent', async () => {
  const trusted = [{ issuer: login.issuer, audience, portalClientId: 'portal', scopes: ['offline_access'] }];
  const portal = await startPortal(0, { TRUSTED_ISSUERS: JSON.stringify(trusted) });
  const gateway = await startGateway({ PORTAL_URL: portal.url });
  const page = await openPage(browser, `${gateway.url}/portal`);
  // As after a sign-in that was cancelled.
  await page.evaluate(() => sessionStorage.setItem('sign-in', 'asked'));
  await page.goto(`${gateway.url}/portal/explorer`);
  const requested = page.waitForRequest((sent) => sent.url().startsWith(`${login.issuer}/auth`));
  await page.getByRole('button', { name: 'Sign in' }).click();
  const { searchParams } = new URL((await requested).url());
  expect([searchParams.get('prompt'), searchParams.get('scope')]).toEqual(['consent', 'openid offline_access']);
  await Promise.all([gateway.stop(), portal.stop()]);
});

it('People go on until their token ends while the issuer is away, and see a message when it is in the way', async () => {
  const page = await openPage(browser, view);
  await signIn(page, 'ana');
  await untilRows(page, 24);
  login.answerBy(away);
  await page.getByRole('button', { name: 'Hours', exact: true }).click();
  await untilRows(page, 2, 'Hours');
  const stranger = await openPage(browser, view);
  const words = 'The identity provider, where you sign in, can’t be reached.';
  await stranger.getByText(words).waitFor();

  await page.waitForTimeout((tokenSeconds + 6) * 1_000);
  await page.getByRole('button', { name: 'Payments', exact: true }).click();
  await page.getByText(words).first().waitFor();
  login.answerBy();
  // It tries again by itself.
  await untilRows(page, 24);
  await stranger.getByRole('button', { name: 'Sign in' }).click();
  await stranger.getByLabel('Name').waitFor();
}, 180_000);

it('A person without a user sees a message that says so', async () => {
  const page = await openPage(browser, view);
  await signIn(page, 'eve');
  await page.getByText('Your sign-in belongs to no user').first().waitFor();
});

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
