import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { query } from '../support/database.ts';
import { load, startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { reckonPayments, reckonTimesheets } from '../support/reckoning.ts';
import type { Question, World } from '../support/reckoning.ts';
import { filesOf, paymentSortFields, questions, timesheetSortFields, worlds } from '../support/worlds.ts';
import { company, paymentsPath, timesheetsPath, together, tokenOf } from '../support/world.ts';

let product: Product;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  product = await startProduct();
  await load(product.databaseUrl, together(company('acme'), company('rival')));
  for (const id of ['acme', 'rival']) tokens[id] = await tokenOf(product.url, id);
});
afterAll(() => product.stop());

it('answers both reports as a plain reckoning does, page by page, for any data, filters and order', async () => {
  const asked = fc.record({
    world: worlds,
    payments: fc.array(questions(paymentSortFields), { minLength: 4, maxLength: 4 }),
    timesheets: fc.array(questions(timesheetSortFields), { minLength: 4, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ world, payments, timesheets }) => {
      await replaceWorld(world);
      for (const question of payments) await comparePages(paymentsPath, reckonPayments, world, question);
      for (const question of timesheets) await comparePages(timesheetsPath, reckonTimesheets, world, question);
    }),
    { numRuns: 40, interruptAfterTimeLimit: 45_000 },
  );
}, 60_000);

async function replaceWorld(world: World): Promise<void> {
  await query(product.databaseUrl, 'truncate reporting.companies, reporting.people cascade');
  await load(product.databaseUrl, filesOf(world));
}

/** Every page, and the one past the end. */
async function comparePages(
  path: string,
  reckon: (world: World, question: Question) => { pagination: { pagesCount: number } },
  world: World,
  question: Question,
): Promise<void> {
  const { pagesCount } = reckon(world, question).pagination;
  for (let page = 1; page <= Math.min(pagesCount, 12) + 1; page += 1) {
    const { companyId, statuses, ...rest } = { ...question, page };
    const response = await request(product.url)
      .get(path)
      .query({ ...rest, ...(path === paymentsPath && { scheduledPaymentStatuses: statuses }) })
      .set('Authorization', `Bearer ${tokens[companyId]}`);
    expect(response.body).toEqual(reckon(world, { ...question, page }));
  }
}
