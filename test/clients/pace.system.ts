import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ClientOptions } from '../../clients/node/create-client.ts';
import { importClient } from '../support/programs/client-package.ts';
import { startGateway } from '../support/programs/gateway.ts';
import type { Gateway } from '../support/programs/gateway.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { company, paymentsPath, secret } from '../support/fixtures.ts';
import { until } from '../support/until.ts';

// Short windows, so that the test is; the service's own have 60 seconds.
const tier = { name: 'limited', key: 'ip', limit: 200, windowSeconds: 6, routes: [`GET ${paymentsPath}`] };
const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };

let product: Product;
let gateway: Gateway;

beforeAll(async () => {
  product = await startProduct();
  await load(product.databaseUrl, company('acme'));
  const services = { AUTH_ADDRESS: product.authAddress, REPORTING_ADDRESS: product.reportingAddress };
  gateway = await startGateway({ ...unlimited, ...services, RATE_LIMIT_TIERS: JSON.stringify([tier]) });
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  await product.stop();
});

it('Eight programs behind one address use all of their limit, and no call fails', async () => {
  const { createClient } = await importClient();
  // A machine that is late with the last requests of a window takes some of the limit away.
  await until(
    'a run that uses 95 percent of the limit',
    async () => {
      /** How many requests were served in each window that began since. */
      const windows: number[] = [];
      const onResponse: ClientOptions['onResponse'] = ({ status, headers }) => {
        if (status !== 200 || !headers.get('RateLimit-Policy')?.startsWith(`${tier.limit};`)) return;
        if (headers.get('RateLimit-Remaining') === String(tier.limit - 1)) windows.push(0);
        windows.push((windows.pop() ?? 0) + 1);
      };
      const end = Date.now() + 5 * tier.windowSeconds * 1_000;
      const programs = Array.from({ length: 8 }, async () => {
        const credentials = { clientId: 'acme-client', clientSecret: secret };
        const { scheduledPayments } = createClient({ baseUrl: gateway.url, ...credentials, onResponse });
        const loops = Array.from({ length: 8 }, async () => {
          while (Date.now() < end) await scheduledPayments.list(year);
        });
        await Promise.all(loops);
      });
      await Promise.all(programs);
      const whole = windows.slice(1, -1);
      expect(whole.length).toBeGreaterThan(2);
      return whole.reduce((sum, count) => sum + count) >= 0.95 * whole.length * tier.limit;
    },
    120_000,
  );
}, 240_000);
