import { beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { scheduledPaymentsDefinition } from '../../proto/scheduled-payments.ts';
import { company, contractOf, paymentsPath, person, timesheetsPath, together, tokenOf } from '../support/fixtures.ts';
import { query } from '../support/postgres/database.ts';
import { load } from '../support/programs/product.ts';
import { sharedProduct } from '../support/programs/shared-product.ts';
import { rowsOfCsv } from '../support/reports/exports.ts';

const range = 'fromDate=2020-01-01&toDate=2035-12-31';
const statistics = (
  contractsCount: number,
  scheduledPaymentsCount: number,
  totalScheduledPaymentsPaidAmount: number,
) => ({
  ...{ contractsCount, scheduledPaymentsCount },
  paidScheduledPaymentsCount: scheduledPaymentsCount,
  totalScheduledPaymentsPaidAmount,
});

let token: string;
const product = await sharedProduct();

// So many that roll-ups, which know no amounts, would answer faster.
beforeAll(async () => {
  const contracts = ['amounts-1', 'amounts-2'].map((id) => contractOf('amounts')(id));
  const rows = { people: [person('amounts-ana', 'Ana', 'A')], contracts };
  await load(product.databaseUrl, together(company('amounts'), rows));
  await query(
    product.databaseUrl,
    `insert into reporting.scheduled_payments
       (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
     select 'amounts', 'amounts-' || n, 'amounts-1', 'P', 1 + n % 50, 1 + n % 50, 'paid', '2024-01-01T00:00Z'::timestamptz + n % 700 * interval '1 day'
     from generate_series(1, 20000) n
     union all
     select 'amounts', 'amounts-large-' || n, case n when 3 then 'amounts-2' else 'amounts-1' end, 'P', 60.5 + n, 60.5 + n, 'paid', '2024-05-05T00:00Z'
     from generate_series(1, 3) n`,
  );
  token = await tokenOf(product.url, 'amounts');
});

const get = (path: string, parameters: string) =>
  request(product.url).get(`${path}?${range}&${parameters}`).set('Authorization', `Bearer ${token}`);

it.each([
  ['minAmount=61.5', [1, 2, 3], statistics(2, 3, 187.5)],
  ['minAmount=61.51&maxAmount=62.5', [2], statistics(1, 1, 62.5)],
  ['minAmount=1000', [], { ...statistics(0, 0, 0) }],
])('a list, a file and sums have only the payments of %s, of 20,003', async (filter, numbers, totals) => {
  const ids = numbers.map((number) => `amounts-large-${number}`);
  for (const sortField of scheduledPaymentsDefinition.sortFields) {
    const body: unknown = (await get(paymentsPath, `${filter}&sortOrder=asc&sortField=${sortField}`).expect(200)).body;
    const found = (body as { results: { _id: string }[] }).results.map(({ _id }) => _id);
    expect({ sortField, found, totals: (body as { statistics: object }).statistics }).toEqual({
      ...{ sortField, found: ids, totals },
    });
  }
  const csv = await get(paymentsPath, `${filter}&sortOrder=asc`).set('Accept', 'text/csv').buffer().expect(200);
  expect(rowsOfCsv(csv.text).map(({ id }) => id)).toEqual(ids);
  expect(csv.headers['x-total-count']).toBe(String(ids.length));
  for (const groupBy of ['month', 'status', 'team', 'contractor']) {
    const body: unknown = (
      await get(paymentsPath.replace('/list', '/summary'), `${filter}&groupBy=${groupBy}`).expect(200)
    ).body;
    const sums = { ...totals, totalScheduledPaymentsAmount: totals.totalScheduledPaymentsPaidAmount };
    const { results, statistics: all } = body as { results: { statistics: object }[]; statistics: object };
    expect({ groupBy, all, groups: results.map((row) => row.statistics) }).toEqual({
      ...{ groupBy, all: sums, groups: ids.length > 0 ? [sums] : [] },
    });
  }
});

it('as many as all payments match a range that holds all amounts', async () => {
  const body: unknown = (await get(paymentsPath, 'minAmount=1&maxAmount=63.5').expect(200)).body;
  expect(body).toMatchObject({ pagination: { totalCount: 20_003 } });
});

it('an empty amount counts as absent', async () => {
  const parameters = ['minAmount=&maxAmount=61.5', 'maxAmount=61.5', 'minAmount=61.5&maxAmount=', 'minAmount=61.5'];
  const answers = await Promise.all(parameters.map((each) => get(paymentsPath, each).expect(200)));
  const counts = answers.map(({ body }) => (body as { pagination: { totalCount: number } }).pagination.totalCount);
  expect(counts).toEqual([20_001, 20_001, 3, 3]);
});

it('changes of payments with a least amount follow payments that come to it and fall below it', async () => {
  const changesPath = paymentsPath.replace('/list', '/changes');
  const first = (await get(changesPath, 'minAmount=61.5').expect(200)).body as { version: string; results: object[] };
  expect(first).toMatchObject({ more: false, totalCount: 3 });
  await query(product.databaseUrl, `update reporting.scheduled_payments set amount = 5 where id = 'amounts-large-1'`);
  await query(product.databaseUrl, `update reporting.scheduled_payments set amount = 99 where id = 'amounts-7'`);
  const body: unknown = (await get(changesPath, `minAmount=61.5&since=${first.version}`).expect(200)).body;
  expect(body).toMatchObject({
    results: [
      { _id: 'amounts-7', removed: false, amount: 99 },
      { _id: 'amounts-large-1', removed: true },
    ],
    ...{ more: false, totalCount: 3, statistics: { scheduledPaymentsCount: 3 } },
  });
});

it.each([
  [paymentsPath, 'minAmount=cheap', { minAmount: expect.stringContaining('must be an amount') }],
  [paymentsPath, 'maxAmount=1.001', { maxAmount: expect.stringContaining('two decimals') }],
  [
    paymentsPath,
    'minAmount=2&maxAmount=1.5',
    { minAmount: 'must not be more than maxAmount', maxAmount: 'must not be less than minAmount' },
  ],
  [timesheetsPath, 'minAmount=2', { minAmount: expect.stringContaining('is not a parameter here') }],
])('%s?%s is refused', async (path, parameters, problems) => {
  const body: unknown = (await get(path, parameters).expect(400)).body;
  const { details } = body as { details: Record<string, { message: string }> };
  expect(Object.fromEntries(Object.entries(details).map(([name, { message }]) => [name, message]))).toEqual(problems);
});
