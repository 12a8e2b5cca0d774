import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createDatabase } from '../../support/postgres/database.ts';
import { changedTimes } from '../../support/programs/main-of.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { startRelay } from '../../support/network/relay.ts';
import type { Relay } from '../../support/network/relay.ts';
import { acme, sendRequests } from '../../support/network/steady-requests.ts';
import { tokenOf } from '../../support/fixtures.ts';
import { until } from '../../support/until.ts';

let product: Product;
let network: Relay;
let token: string;

beforeAll(async () => {
  const databaseUrl = new URL(await createDatabase());
  await load(databaseUrl.href, acme);
  network = await startRelay(Number(databaseUrl.port));
  databaseUrl.port = String(network.port);
  const deadlines = changedTimes({ authDeadlineMs: 1_000, reportingDeadlineMs: 2_000 });
  product = await startProduct({ ...unlimited, ...deadlines }, databaseUrl.href);
  // A busy machine's first connections can take longer than these deadlines.
  await until('a token is granted', async () => {
    token = await tokenOf(product.url, 'acme').catch(() => '');
    return token !== '';
  });
});
afterAll(async () => {
  await product.stop();
  await network.stop();
});

it('while the network lets nothing through to Postgres, answers are a 503 in time; all are right within 5 seconds of its return, also where it has lost the connections', async () => {
  const requests = sendRequests({ url: product.url, token });
  await requests.all(200);
  for (const [ms, restore] of [
    [0, network.heal],
    [30_000, network.lose],
  ] as const) {
    network.cut();
    await requests.all(503);
    await sleep(ms);
    await requests.all(503);
    restore();
    await requests.recover();
  }
  await requests.stop();
  expect(product.logs().filter((line) => line.includes('uncaught'))).toEqual([]);
});
