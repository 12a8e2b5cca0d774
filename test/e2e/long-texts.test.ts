import { beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { exported, mediaTypes } from '../support/reports/exports.ts';
import { query } from '../support/postgres/database.ts';
import { load } from '../support/programs/product.ts';
import { sharedProduct } from '../support/programs/shared-product.ts';
import { company, contractOf, payment, paymentsPath, person, together, tokenOf } from '../support/fixtures.ts';

/** The longest that the import takes: a thousand characters of three bytes each. */
const longest = '漢'.repeat(1_000);
const range = { fromDate: '2024-01-01', toDate: '2024-12-31' };
let token: string;
const product = await sharedProduct();

beforeAll(async () => {
  const rows = {
    people: [person('long-texts-ana', longest, longest)],
    contracts: [contractOf('long-texts')('long-web', { title: '漢'.repeat(800) })],
    teams: [{ id: 'long-team', company_id: 'long-texts', name: 'Team' }],
    scheduled_payments: Array.from({ length: 300 }, (_, index) =>
      payment(`long-${index}`, { contract_id: 'long-web', name: longest }),
    ),
  };
  await load(product.databaseUrl, together(company('long-texts'), rows));
  token = await tokenOf(product.url, 'long-texts');
});

it('pages of the longest texts are answered', async () => {
  for (const itemsPerPage of [20, 100]) {
    const response = await request(product.url)
      .get(paymentsPath)
      .query({ ...range, itemsPerPage })
      .set('Authorization', `Bearer ${token}`)
      .expect(200);
    expect((response.body as { results: { name: string }[] }).results.map(({ name }) => name)).toEqual(
      Array(itemsPerPage).fill(longest),
    );
  }
});

it.each(Object.values(mediaTypes))('exports of the longest texts are whole, as %s', async (type) => {
  const { status, headers } = await exported(`${product.url}${paymentsPath}`, range, token, type);
  expect([status, headers['x-total-count']]).toEqual([200, '300']);
});

it.each([
  'companies.name',
  'people.first_name',
  'people.last_name',
  'teams.name',
  'contracts.title',
  'scheduled_payments.name',
])('a longer text is refused in reporting.%s, whoever writes it', async (place) => {
  const [table = '', column = ''] = place.split('.');
  const tooLong = query(product.databaseUrl, `update reporting.${table} set ${column} = repeat('x', 1001)`);
  await expect(tooLong).rejects.toThrow(`${table}_${column}_check`);
});
