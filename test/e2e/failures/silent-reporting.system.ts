import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { changedTimes } from '../../support/programs/main-of.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { addPayments, exported } from '../../support/reports/exports.ts';
import { timed } from '../../support/timed.ts';
import { company, contract, paymentsPath, person, together, tokenOf } from '../../support/fixtures.ts';

let product: Product;
let token: string;
const range = { fromDate: '2024-01-01', toDate: '2024-12-31' };

beforeAll(async () => {
  // Three seconds less than the guaranteed time, for a busy machine.
  product = await startProduct({ ...unlimited, ...changedTimes({ reportingDeadlineMs: 7_000, exportStartMs: 7_000 }) });
  const web = { people: [person('ana', 'Ana', 'A')], contracts: [contract('web')] };
  await load(product.databaseUrl, together(company('acme'), web));
  await addPayments(product.databaseUrl, 1_000);
  token = await tokenOf(product.url, 'acme');
});
afterAll(() => product.stop());

const url = () => `${product.url}${paymentsPath}`;
const page = () => exported(url(), range, token, 'application/json');

it('while reporting is silent, a page and an export are a 503 within 10 seconds; all is right 5 seconds after it speaks again', async () => {
  product.reporting.process.kill('SIGSTOP');
  const answers = await Promise.all([
    timed(page()),
    ...['text/csv', 'application/x-ndjson'].map((type) => timed(exported(url(), range, token, type))),
  ]);
  expect(answers.map(({ answer, seconds }) => [answer.status, seconds < 10])).toEqual(Array(3).fill([503, true]));
  product.reporting.process.kill('SIGCONT');
  const { answer, seconds } = await timed(page());
  expect([answer.status, seconds < 5]).toEqual([200, true]);
  expect((await exported(url(), { ...range, toDate: '2024-01-02' }, token, 'text/csv')).status).toBe(200);
});
