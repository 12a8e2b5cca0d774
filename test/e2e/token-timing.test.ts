import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClientSecret } from '../../services/auth/clients/client-secret.ts';
import { query } from '../support/postgres/database.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { slowHashOf } from '../support/slow-hash.ts';
import { company, together } from '../support/fixtures.ts';

let product: Product;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

beforeAll(async () => {
  product = await startProduct({ ...unlimited, AUTH_DEADLINE_MS: '4000', LOG_LEVEL: 'warn' });
  await load(product.databaseUrl, together(company('acme'), company('gone'), company('given')));
  // At a lower cost, so that a busy machine too computes it before refusals end.
  await query(
    product.databaseUrl,
    "update auth.oauth_applications set secret_hash = $1 where client_id = 'given-client'",
    [slowHashOf('a-secret-that-may-be-guessed')],
  );
  await query(
    product.databaseUrl,
    "update auth.oauth_applications set revoked_at = now() where client_id = 'gone-client'",
  );
});
afterAll(async () => {
  agent.destroy();
  await product.stop();
});

/**
 * The calls alternate, or are made at once where they wait most of the time, so that whatever else the machine does befalls all kinds alike. The probability that a call of one
 * kind takes longer than one of the other is 0.5 when they can't be told apart; its standard error is 0.012 with 1,200
 * calls, and 0.08 with 24.
 */
it.each([
  { form: 'generated', clientSecret: createClientSecret(), calls: 1_200, bound: 0.06, seen: 1 / 5 },
  { form: 'another', clientSecret: 'a-secret-that-is-wrong', calls: 24, bound: 0.35, seen: 1 / 5 },
])(
  'the time that a refusal of a secret of $form form takes tells nothing of the client',
  async ({ form, clientSecret, calls, bound, seen }) => {
    const clients = ['nobody-client', 'acme-client', 'given-client', 'gone-client'];
    const times = clients.map(() => [] as number[]);
    for (const clientId of clients) {
      for (let call = 0; call < calls / 12; call += 1) await refusalMs(clientId, clientSecret);
    }
    for (let call = 0; call < calls; call += 1) {
      // Each kind comes first, second, third and last equally often.
      const order = clients.map((_, turn) => (call + turn) % clients.length);
      const ask = async (client: number) => times[client]?.push(await refusalMs(clients[client] ?? '', clientSecret));
      if (form === 'generated') for (const client of order) await ask(client);
      else await Promise.all(order.map(ask));
    }
    const [unknown = [], ...others] = times;
    for (const known of others) {
      const probability = probabilityOfLonger(known, unknown);
      expect(probability).toBeGreaterThan(0.5 - bound);
      expect(probability).toBeLessThan(0.5 + bound);
    }
    // The measure would see that part of a call more.
    const median = unknown.toSorted((a, b) => a - b)[calls / 2] ?? 0;
    expect(
      probabilityOfLonger(
        unknown.map((time) => time + median * seen),
        unknown,
      ),
    ).toBeGreaterThan(0.5 + bound);
  },
  240_000,
);

/** Of a pair of one each, by the ranks of all (Mann and Whitney). */
function probabilityOfLonger(these: number[], those: number[]): number {
  const all = [...these.map((time) => ({ time, ours: true })), ...those.map((time) => ({ time, ours: false }))];
  all.sort((a, b) => a.time - b.time);
  const rankSum = all.reduce((sum, { ours }, index) => sum + (ours ? index + 1 : 0), 0);
  return (rankSum - (these.length * (these.length + 1)) / 2) / (these.length * those.length);
}

function refusalMs(clientId: string, clientSecret: string): Promise<number> {
  const body = JSON.stringify({ clientId, clientSecret });
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
