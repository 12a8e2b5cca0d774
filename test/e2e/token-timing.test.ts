import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { query } from '../support/database.ts';
import { load, startProduct, unlimited } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { company, together } from '../support/world.ts';

let product: Product;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  product = await startProduct({ ...unlimited, LOG_LEVEL: 'warn' });
  await load(product.databaseUrl, together(company('acme'), company('gone')));
  await query(
    product.databaseUrl,
    "update auth.oauth_applications set revoked_at = now() where client_id = 'gone-client'",
  );
});
afterAll(async () => {
  agent.destroy();
  await product.stop();
});

const calls = 1_200;

/**
 * The calls alternate, so that whatever else the machine does befalls all kinds alike. The probability that a call of one
 * kind takes longer than one of the other is 0.5 when they can't be told apart; with so many calls, its standard error
 * is 0.012.
 */
it('the time that a refusal takes tells neither a known client from an unknown one, nor a revoked one', async () => {
  const times = { 'nobody-client': [] as number[], 'acme-client': [] as number[], 'gone-client': [] as number[] };
  const clients = Object.keys(times) as (keyof typeof times)[];
  for (const clientId of clients) for (let call = 0; call < 100; call += 1) await refusalMs(clientId);
  for (let call = 0; call < calls; call += 1) {
    // Each kind comes first, second and third equally often.
    for (let turn = 0; turn < clients.length; turn += 1) {
      const clientId = clients[(call + turn) % clients.length] ?? 'nobody-client';
      times[clientId].push(await refusalMs(clientId));
    }
  }
  const unknown = times['nobody-client'];
  for (const known of [times['acme-client'], times['gone-client']]) {
    const probability = probabilityOfLonger(known, unknown);
    expect(probability).toBeGreaterThan(0.44);
    expect(probability).toBeLessThan(0.56);
  }
  // The measure would see a fifth of a call more.
  const median = unknown.toSorted((a, b) => a - b)[calls / 2] ?? 0;
  expect(
    probabilityOfLonger(
      unknown.map((time) => time + median / 5),
      unknown,
    ),
  ).toBeGreaterThan(0.56);
}, 240_000);

/** Of a pair of one each, by the ranks of all (Mann and Whitney). */
function probabilityOfLonger(these: number[], those: number[]): number {
  const all = [...these.map((time) => ({ time, ours: true })), ...those.map((time) => ({ time, ours: false }))];
  all.sort((a, b) => a.time - b.time);
  const rankSum = all.reduce((sum, { ours }, index) => sum + (ours ? index + 1 : 0), 0);
  return (rankSum - (these.length * (these.length + 1)) / 2) / (these.length * those.length);
}

function refusalMs(clientId: string): Promise<number> {
  const body = JSON.stringify({ clientId, clientSecret: 'a-secret-that-is-wrong' });
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const call = request(`${product.url}/auth/token`, { method: 'POST', agent }, (response) => {
      response.resume();
      response.on('end', () => {
        const ms = performance.now() - startedAt;
        if (response.statusCode === 401) resolve(ms);
        else reject(new Error(`answered ${response.statusCode}`));
      });
    });
    call.on('error', reject);
    call.setHeader('Content-Type', 'application/json');
    call.setHeader('Content-Length', Buffer.byteLength(body));
    call.end(body);
  });
}
