import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addPayments, openExport } from '../../support/reports/exports.ts';
import { changedTimes } from '../../support/programs/main-of.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { until } from '../../support/until.ts';
import { company, contract, paymentsPath, person, together, tokenOf } from '../../support/fixtures.ts';

let product: Product;
let token: string;

beforeAll(async () => {
  product = await startProduct({ ...unlimited, ...changedTimes({ connectionAgeMs: 1_000 }) });
  const web = { people: [person('ana', 'Ana', 'Müller')], contracts: [contract('web')] };
  await load(product.databaseUrl, together(company('acme'), web));
  // Ninety megabytes, more than all buffers on the way hold.
  await addPayments(product.databaseUrl, 90_000);
  token = await tokenOf(product.url, 'acme');
});
afterAll(() => product.stop());

it('an export that takes longer than its connection to reporting is meant to live is whole', async () => {
  const span = { fromDate: '2024-01-01', toDate: '2024-12-31' };
  const client = await openExport(`${product.url}${paymentsPath}`, span, token, 'text/csv', '1.1');
  await client.received(100_000);
  const stop = client.takeSlowly();
  // Longer than the time after which a connection is pinged that nothing is heard of.
  const end = performance.now() + 15_000;
  await until('the connection has long been renewed', () => performance.now() >= end, 60_000);
  stop();
  expect(await client.isWhole()).toBe(true);
});
