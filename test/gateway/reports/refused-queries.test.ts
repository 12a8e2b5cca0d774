import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { load, startProduct } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { company, paymentsPath, timesheetsPath, tokenOf } from '../../support/fixtures.ts';

const dates = 'fromDate=2024-02-01&toDate=2024-02-29';

let product: Product;
let token: string;

beforeAll(async () => {
  product = await startProduct();
  await load(product.databaseUrl, company('acme'));
  token = await tokenOf(product.url, 'acme');
});
afterAll(() => product.stop());

const get = (path: string) => request(product.url).get(path).set('Authorization', `Bearer ${token}`);

it.each([paymentsPath, timesheetsPath])('a wrong query is a 400 with details by parameter: %s', async (path) => {
  await get(`${path}?${dates}&page=abc&teamId=x`).expect(400, {
    error: 'validation_error',
    message:
      'The request is not valid. page: must be a whole number from 1, in digits alone. ' +
      'teamId: is not a parameter here; the nearest is teamIds',
    details: {
      page: { message: 'must be a whole number from 1, in digits alone' },
      teamId: { message: 'is not a parameter here; the nearest is teamIds' },
    },
  });
});

it('a filter of the other report is unknown', async () => {
  const response = await get(`${timesheetsPath}?${dates}&scheduledPaymentStatuses=paid`).expect(400);
  expect(response.body).toHaveProperty('details.scheduledPaymentStatuses.message');
});

it.each([paymentsPath, timesheetsPath])('ids that nothing can have match nothing: %s', async (path) => {
  for (const ids of ['%00', '["\\ud800"]', '%F0%9F%92%A9', 'x'.repeat(7_000)]) {
    const response = await get(`${path}?${dates}&teamIds=${ids}&contractorIds=${ids}`).expect(200);
    expect(response.body).toMatchObject({ results: [], pagination: { totalCount: 0, pagesCount: 0 } });
  }
});

it.each([
  [paymentsPath, 'scheduledPaymentOn, date, budget, paidAmount, scheduledPaymentStatus, contract, contractor'],
  [
    timesheetsPath,
    'contract, contractor, trackedTime, activity, goMeter, manual, overtime, billableTime, billableAmount',
  ],
])('sort fields and directions are those of the report: %s', async (path, fields) => {
  for (const field of fields.split(', ')) await get(`${path}?${dates}&sortField=${field}&sortOrder=asc`).expect(200);
  const response = await get(`${path}?${dates}&sortField=toString&sortOrder=ASC`).expect(400);
  expect(response.body).toMatchObject({
    details: {
      sortField: { message: `must be one of ${fields}` },
      sortOrder: { message: 'must be one of asc, desc' },
    },
  });
});
