import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { query } from '../support/postgres/database.ts';
import { load, startProduct } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { expectedPayments, expectedTimesheets } from '../support/reports/reference-implementation.ts';
import type { Question, ReportData } from '../support/reports/reference-implementation.ts';
import {
  filesOf,
  paymentSortFields,
  questions,
  timesheetSortFields,
  randomData,
} from '../support/reports/random-data.ts';
import { company, paymentsPath, timesheetsPath, together, tokenOf } from '../support/fixtures.ts';

let product: Product;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  product = await startProduct();
  await load(product.databaseUrl, together(company('acme'), company('rival')));
  for (const id of ['acme', 'rival']) tokens[id] = await tokenOf(product.url, id);
});
afterAll(() => product.stop());

it('answers both reports as the reference implementation does, page by page, for any data, filters and order', async () => {
  const asked = fc.record({
    reportData: randomData,
    payments: fc.array(questions(paymentSortFields), { minLength: 4, maxLength: 4 }),
    timesheets: fc.array(questions(timesheetSortFields), { minLength: 4, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ reportData, payments, timesheets }) => {
      await replaceData(reportData);
      for (const question of payments) await comparePages(paymentsPath, expectedPayments, reportData, question);
      for (const question of timesheets) await comparePages(timesheetsPath, expectedTimesheets, reportData, question);
    }),
    { numRuns: 40, interruptAfterTimeLimit: 45_000 },
  );
}, 60_000);

async function replaceData(reportData: ReportData): Promise<void> {
  await query(product.databaseUrl, 'truncate reporting.companies, reporting.people cascade');
  await load(product.databaseUrl, filesOf(reportData));
}

/** Every page, and the one past the end. */
async function comparePages(
  path: string,
  reference: (reportData: ReportData, question: Question) => { pagination: { pagesCount: number } },
  reportData: ReportData,
  question: Question,
): Promise<void> {
  const { pagesCount } = reference(reportData, question).pagination;
  for (let page = 1; page <= Math.min(pagesCount, 12) + 1; page += 1) {
    const { companyId, statuses, ...rest } = { ...question, page };
    const response = await request(product.url)
      .get(path)
      .query({ ...rest, ...(path === paymentsPath && { scheduledPaymentStatuses: statuses }) })
      .set('Authorization', `Bearer ${tokens[companyId]}`);
    expect(response.body).toEqual(reference(reportData, { ...question, page }));
  }
}
