import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { clientName, installClient } from '../support/programs/client-package.ts';
import { runCommand } from '../support/programs/command.ts';
import { writeFiles } from '../support/files.ts';
import { startGateway } from '../support/programs/gateway.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { company, paymentsPath, secret } from '../support/fixtures.ts';
import { until } from '../support/until.ts';

// Short windows, so that the test is; the service's own have 60 seconds.
const windowSeconds = Number(process.env.PACE_WINDOW_SECONDS ?? 6);
const limit = { name: 'limited', key: 'ip', limit: 200, windowSeconds, routes: [`GET ${paymentsPath}`] };
const [programs, windows] = [8, 5];

let product: Product;
let program: string;

beforeAll(async () => {
  program = path.join(await writeFiles(await installClient(), { 'requests.js': requests }), 'requests.js');
  product = await startProduct();
  await load(product.databaseUrl, company('acme'));
}, 240_000);
afterAll(() => product.stop());

it(
  'lets eight programs behind one address use their limit up; no call fails',
  async () => {
    const services = { AUTH_ADDRESS: product.authAddress, REPORTING_ADDRESS: product.reportingAddress };
    const gateway = await startGateway({ ...unlimited, ...services, RATE_LIMIT_TIERS: JSON.stringify([limit]) });
    try {
      const settings = { BASE_URL: gateway.url, CLIENT_SECRET: secret, SECONDS: String(windows * windowSeconds) };
      // A machine that is late with the last requests of a window takes some of the limit away.
      await until(
        'a run that uses 95 percent of the limit',
        async () => {
          const runs = Array.from({ length: programs }, () => runCommand('node', [program], settings));
          const ended = await Promise.all(runs);
          expect(ended.map(({ status, stderr }) => ({ status, stderr }))).toEqual(
            ended.map(() => ({ status: 0, stderr: '' })),
          );
          const seen = ended.map(({ stdout }) => JSON.parse(stdout) as Seen[]);
          const used = usedOfWindows(seen);
          const refused = seen.flat().filter(({ status }) => status === 429).length;
          if (process.env.PACE_WINDOW_SECONDS) console.log({ windowSeconds, used, refused });
          expect(used.length).toBeGreaterThan(2);
          return used.reduce((sum, count) => sum + count, 0) >= 0.95 * used.length * limit.limit;
        },
        windowSeconds * 20_000,
      );
    } finally {
      await gateway.stop();
    }
  },
  windowSeconds * 40_000,
);

type Seen = { at: number; status: number; remaining: number };

/** How many requests were served in each window in which all programs had requests to send. */
function usedOfWindows(programs: Seen[][]): number[] {
  const all = programs.flat();
  const start = Math.max(...programs.map((seen) => Math.min(...seen.map(({ at }) => at))));
  const end = Math.min(...programs.map((seen) => Math.max(...seen.map(({ at }) => at))));
  const served = all.filter(({ status }) => status === 200);
  const starts = served.filter(({ remaining }) => remaining === limit.limit - 1).map(({ at }) => at);
  const spans = starts
    .toSorted((a, b) => a - b)
    .map((from, index, sorted) => ({ from, to: sorted[index + 1] ?? Infinity }));
  return spans
    .filter(({ from, to }) => from >= start && to <= end)
    .map(({ from, to }) => served.filter(({ at }) => at >= from && at < to).length);
}

/** Sends requests for some seconds. Prints the status of each response, also of those that are sent again, and what it left of the limit. */
const requests = `
import { createClient } from '${clientName}';

const seen = [];
const onResponse = ({ status, headers }) => {
  const isLimited = headers.get('RateLimit-Policy')?.startsWith('${limit.limit};');
  if (isLimited) seen.push({ at: Date.now(), status, remaining: Number(headers.get('RateLimit-Remaining')) });
};
const { BASE_URL: baseUrl, CLIENT_SECRET: clientSecret, SECONDS } = process.env;
const { scheduledPayments } = createClient({ baseUrl, clientId: 'acme-client', clientSecret, onResponse });
const params = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const end = Date.now() + Number(SECONDS) * 1_000;
const loops = Array.from({ length: 8 }, async () => {
  while (Date.now() < end) await scheduledPayments.list(params);
});
await Promise.all(loops);
console.log(JSON.stringify(seen));
`;
