import { afterAll, beforeAll, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import request from 'supertest';
import { authService } from '../../../proto/load.ts';
import { connectRpc } from '../../../runtime/grpc/rpc-client.ts';
import { adminJson } from '../../support/programs/admin-command.ts';
import { query } from '../../support/postgres/database.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { until } from '../../support/until.ts';
import { company, paymentsPath, tokenOf } from '../../support/fixtures.ts';

let products: Product[];

beforeAll(async () => {
  const first = await startProduct();
  products = [first, await startProduct(unlimited, first.databaseUrl)];
  await load(first.databaseUrl, company('acme'));
});
afterAll(async () => {
  await Promise.all(products.map((product) => product.stop()));
});

it('nobody sees a 401 while the signing key is rotated, with two replicas of each process', async () => {
  const databaseUrl = products[0]?.databaseUrl ?? '';
  const [first = ''] = await Promise.all(products.map(({ url }) => tokenOf(url, 'acme')));
  const oldKey = kidOf(first);
  /** Gets a token from each gateway, and uses them and the first at both; the keys that sign. */
  const useTokens = async () => {
    const tokens = await Promise.all(products.map(({ url }) => tokenOf(url, 'acme')));
    for (const token of [first, ...tokens])
      for (const { url } of products)
        await request(url)
          .get(`${paymentsPath}?fromDate=2024-02-01&toDate=2024-02-29`)
          .set('Authorization', `Bearer ${token}`)
          .expect(200);
    return tokens.map(kidOf);
  };
  expect(await useTokens()).toEqual([oldKey, oldKey]);

  const rotate = ['keys', 'rotate', '--signs-in', '10s'];
  const { kid, signsFrom } = await adminJson<{ kid: string; signsFrom: string }>(databaseUrl, ...rotate);
  expect(await states(databaseUrl)).toEqual([
    { kid: oldKey, state: 'signing' },
    { kid, state: 'published' },
  ]);
  expect((await listedBy(products)).map((kids) => kids.sort())).toEqual(Array(2).fill([kid, oldKey].sort()));
  let signedAt = Infinity;
  await until('the new key signs', async () => {
    const kids = await useTokens();
    if (kids.includes(kid)) signedAt = Math.min(signedAt, Date.now());
    return kids.every((used) => used === kid);
  });
  expect(signedAt).toBeGreaterThanOrEqual(Date.parse(signsFrom) - 1_000);
  for (let time = 0; time < 10; time += 1) expect(await useTokens()).toEqual([kid, kid]);
  expect(await states(databaseUrl)).toEqual([
    { kid: oldKey, state: 'verifying' },
    { kid, state: 'signing' },
  ]);

  // The last token of an hour, and a minute for clocks.
  const past = (seconds: number) =>
    query(databaseUrl, `update auth.signing_keys set signs_from = signs_from - interval '${seconds} seconds'`);
  await past(3_600);
  expect(await listedBy(products)).toEqual(Array(2).fill([oldKey, kid]));
  await past(600);
  expect(await listedBy(products)).toEqual(Array(2).fill([kid]));
  await adminJson(databaseUrl, 'keys', 'rotate');
  expect(await states(databaseUrl)).toEqual([
    { kid, state: 'signing' },
    { kid: expect.any(String), state: 'published' },
  ]);
}, 180_000);

async function states(databaseUrl: string) {
  return query(databaseUrl, 'select kid, state from auth.signing_key_states order by signs_from, kid');
}

/** The keys that each auth process publishes. */
function listedBy(all: Product[]): Promise<string[][]> {
  return Promise.all(
    all.map(async ({ authAddress }) => {
      const client = connectRpc(authService, { address: authAddress, deadlineMs: 5_000 });
      const { keys } = await client.ListSigningKeys({}, { requestId: 'test' }).finally(client.close);
      return keys.map(({ kid }) => kid);
    }),
  );
}

function kidOf(token: string): string {
  return jwt.decode(token, { complete: true })?.header.kid ?? '';
}
