import { beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { company, contractOf, payment, paymentsPath, timesheetsPath, together, tokenOf } from '../support/fixtures.ts';
import { load } from '../support/programs/product.ts';
import { sharedProduct } from '../support/programs/shared-product.ts';

// What the filters find is compared by reference-implementation.test.ts.
let token: string;
const product = await sharedProduct();

beforeAll(async () => {
  const people = [{ id: 'amounts-ana', first_name: 'Ana', last_name: 'A' }];
  const payments = ['60', '61.5', '62'].map((amount, n) =>
    payment(`amounts-${n}`, { contract_id: 'amounts-1', amount, paid_amount: amount }),
  );
  const contracts = [contractOf('amounts')('amounts-1')];
  await load(product.databaseUrl, together(company('amounts'), { people, contracts, scheduled_payments: payments }));
  token = await tokenOf(product.url, 'amounts');
});

const get = (path: string, parameters: string) =>
  request(product.url)
    .get(`${path}?fromDate=2020-01-01&toDate=2035-12-31&${parameters}`)
    .set('Authorization', `Bearer ${token}`);

it.each([
  ['minAmount=&maxAmount=61.5', 2],
  ['maxAmount=61.5', 2],
  ['minAmount=61.5&maxAmount=', 2],
  ['minAmount=61.51', 1],
])('an empty amount counts as absent, and both ends are included: %s', async (parameters, totalCount) => {
  const { body } = (await get(paymentsPath, parameters).expect(200)) as { body: object };
  expect(body).toMatchObject({ pagination: { totalCount } });
});

it.each([
  [paymentsPath, 'minAmount=cheap', { minAmount: 'must be an amount' }],
  [paymentsPath, 'maxAmount=1.001', { maxAmount: 'two decimals' }],
  [paymentsPath, 'minAmount=2&maxAmount=1.5', { minAmount: 'more than maxAmount', maxAmount: 'less than minAmount' }],
  [timesheetsPath, 'minAmount=2', { minAmount: 'is not a parameter here' }],
])('%s?%s is refused', async (path, parameters, problems) => {
  const { details } = (await get(path, parameters).expect(400)).body as { details: object };
  expect(details).toEqual(
    Object.fromEntries(
      Object.entries(problems).map(([name, text]) => [
        name,
        expect.objectContaining({ message: expect.stringContaining(text) as unknown }),
      ]),
    ),
  );
});
