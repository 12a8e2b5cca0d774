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
  const [first] = await Promise.all(products.map(({ url }) => tokenOf(url, 'acme')));
  const oldKey = kidOf(first ?? '');
  const load = sendRequests([first ?? '']);
  await until('both are under load', () => load.count() > 20);

  const { kid, signsFrom } = await adminJson<{ kid: string; signsFrom: string }>(
    databaseUrl,
    'keys',
    'rotate',
    '--signs-in',
    '10s',
  );
  expect(await states(databaseUrl)).toEqual([
    { kid: oldKey, state: 'signing' },
    { kid, state: 'published' },
  ]);
  expect((await listedBy(products)).map((kids) => kids.sort())).toEqual(Array(2).fill([kid, oldKey].sort()));
  await until('the new key signs', () => [...load.kids.values()].every((kids) => kids.has(kid)), 60_000);
  const count = load.count();
  await until('it has signed for a while', () => load.count() > count + 50, 60_000);
  await load.stop();

  expect(load.refused).toEqual([]);
  expect(load.firstOf(kid)).toBeGreaterThanOrEqual(Date.parse(signsFrom) - 1_000);
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

/** Gets tokens from each gateway all the time, and uses them, and those given, at both. */
function sendRequests(tokens: string[]) {
  const kids = new Map(products.map(({ url }) => [url, new Set<string>()]));
  const firsts = new Map<string, number>();
  const refused: unknown[] = [];
  let count = 0;
  let stopped = false;
  const loops = products.map(async ({ url }) => {
    while (!stopped) {
      const token = await tokenOf(url, 'acme');
      const kid = kidOf(token);
      kids.get(url)?.add(kid);
      if (!firsts.has(kid)) firsts.set(kid, Date.now());
      for (const used of [token, ...tokens]) {
        for (const product of products) {
          const response = await request(product.url)
            .get(`${paymentsPath}?fromDate=2024-02-01&toDate=2024-02-29`)
            .set('Authorization', `Bearer ${used}`);
          if (response.status !== 200) refused.push([response.status, response.body, kid]);
          count += 1;
        }
      }
    }
  });
  return {
    kids,
    refused,
    count: () => count,
    firstOf: (kid: string) => firsts.get(kid),
    stop: async () => {
      stopped = true;
      await Promise.all(loops);
    },
  };
}

async function states(databaseUrl: string) {
  const keys = await adminJson<{ kid: string; state: string }[]>(databaseUrl, 'keys', 'list');
  return keys.map(({ kid, state }) => ({ kid, state }));
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
