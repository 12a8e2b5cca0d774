import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type * as clientPackage from '../../clients/node/create-client.ts';
import { importClient } from '../support/programs/client-package.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { query } from '../support/postgres/database.ts';
import { company, contract, day, payment, person, secret, together } from '../support/fixtures.ts';
import { until } from '../support/until.ts';
import { ndjson, refuse } from './cases.ts';
import { startFailingServer } from './failing-server.ts';

const wide = { fromDate: '2020-01-01', toDate: '2035-12-31' };

let product: Product;
let client: clientPackage.Client;

beforeAll(async () => {
  const { createClient } = await importClient();
  product = await startProduct(unlimited);
  await load(product.databaseUrl, together(company('acme'), rows));
  client = createClient({ baseUrl: product.url, clientId: 'acme-client', clientSecret: secret });
}, 240_000);
afterAll(() => product.stop());

it('The client reads changes since a version, answer by answer', async () => {
  const answers = await all(client.scheduledPayments.changes(wide));
  expect(answers.map(({ results, more }) => [results.length, more])).toEqual([
    [1_000, true],
    [502, false],
  ]);
  const since = answers.at(-1)?.version;
  await change(`delete from reporting.scheduled_payments where id = 'p1'`);
  const asParameter = client.scheduledPayments.changes({ ...wide, since } as typeof wide);
  for (const found of [client.scheduledPayments.changes(wide, { since }), asParameter]) {
    const removed = { results: [{ _id: 'p1', removed: true }], more: false, totalCount: 1_501 };
    expect(await all(found)).toMatchObject([removed]);
  }
});

it.each(['scheduledPayments', 'timesheets'] as const)(
  'The client keeps a copy of %s equal to the report',
  async (name) => {
    const copy = copyOf(name);
    await copy.sync();
    await copy.expectEqual();
    const { version } = copy;
    await copy.sync();
    expect([copy.loads, copy.applied, copy.version]).toEqual([1, 0, version]);
    for (const statement of [
      `update reporting.people set last_name = 'Renamed in ${name}' where id = 'ana'`,
      `delete from reporting.scheduled_payments where id = 'p2'; delete from reporting.timesheet_days where contract_id = 'h2'`,
    ]) {
      await change(statement);
      await copy.sync();
      await copy.expectEqual();
    }
    expect([copy.loads, copy.applied > 0]).toEqual([1, true]);
  },
);

it('The client follows changes until it is aborted', async () => {
  const copy = copyOf('scheduledPayments');
  const stop = new AbortController();
  const following = copy.sync({ follow: true, pollSeconds: 5, signal: stop.signal });
  await until('it is loaded', () => copy.loads === 1);
  await delay(500);
  for (const amount of [71, 72]) {
    await change(`update reporting.scheduled_payments set amount = ${amount} where id = 'p3'`);
    await until('it has the change', () => (copy.rows.get('p3') as { amount?: number }).amount === amount);
  }
  stop.abort(new Error('enough'));
  await expect(following).rejects.toThrow('enough');
  await copy.expectEqual();
});

it('The client pauses before it loads a copy whose version is gone again and again', async () => {
  const [loaded, gone] = [ndjson('', 0), refuse(410, 'version_gone')];
  const server = await startFailingServer([
    (response, request) => (request.url?.includes('/list') ? loaded : gone)(response, request),
  ]);
  const { createClient } = await importClient();
  const stop = new AbortController();
  const copy = copyOf('timesheets');
  const syncing = createClient(server.options).timesheets.sync(wide, {
    ...{ ...copy.options(), since: 'an-older-one', pollSeconds: 5, signal: stop.signal },
  });
  await until('it is loaded three times', () => copy.loads === 3);
  stop.abort(new Error('enough'));
  await expect(syncing).rejects.toThrow('enough');
  await server.stop();
  const timesOf = (path: string) => server.requests.filter(({ url }) => url.includes(path)).map(({ at }) => at);
  const refusedAt = timesOf('/changes');
  const pauses = timesOf('/list').map((at, index) => at - (refusedAt[index] ?? 0));
  expect(pauses[0]).toBeLessThan(1_000);
  // A pause varies by a tenth.
  expect(pauses[1]).toBeGreaterThan(4_499);
  expect(pauses[2]).toBeGreaterThan(4_499);
});

it('The client loads a copy that differs again as often as it was equal in between', async () => {
  const copy = copyOf('scheduledPayments');
  const stop = new AbortController();
  const following = copy.sync({ follow: true, pollSeconds: 5, signal: stop.signal });
  for (const loads of [1, 2, 3]) {
    await until('it is loaded, and equal', () => copy.loads === loads && copy.compared);
    copy.rows.set('invented', {});
    await change(`update reporting.scheduled_payments set amount = ${loads} where id = 'p4'`);
  }
  await until('it is loaded once more', () => copy.loads === 4);
  stop.abort(new Error('enough'));
  await expect(following).rejects.toThrow('enough');
});

function copyOf(name: 'scheduledPayments' | 'timesheets') {
  const copy = {
    rows: new Map<string, object>(),
    version: undefined as string | undefined,
    loads: 0,
    /** Since it was loaded. */
    compared: false,
    applied: 0,
    options: () => ({
      since: copy.version,
      load: async (all: AsyncIterable<{ _id: string }>, version: string) => {
        copy.rows.clear();
        for await (const row of all) copy.rows.set(row._id, row);
        copy.version = version;
        copy.loads += 1;
        copy.compared = false;
      },
      apply: (changed: { _id: string }[], removedIds: string[], version: string) => {
        for (const row of changed) copy.rows.set(row._id, row);
        for (const id of removedIds) copy.rows.delete(id);
        copy.version = version;
        copy.applied += 1;
        return Promise.resolve();
      },
      count: () => {
        copy.compared = true;
        return Promise.resolve({ totalCount: copy.rows.size });
      },
    }),
    sync: async (own: object = {}) => {
      expect(await client[name].sync(wide, { ...copy.options(), ...own })).toBe(copy.version);
    },
    expectEqual: async () => {
      // Rows of timesheets have an id in a copy only.
      const shown = ({ removed: _, _id, ...others }: Record<string, unknown>) =>
        JSON.stringify(name === 'timesheets' ? others : { ...others, _id });
      const [found, expected] = [[...copy.rows.values()], await all<object>(client[name].rows(wide))];
      const sorted = (rows: object[]) => rows.map((row) => shown({ ...row })).toSorted();
      expect(sorted(found)).toEqual(sorted(expected));
    },
  };
  return copy;
}

function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  return Readable.from(source).toArray() as Promise<T[]>;
}

async function change(statement: string): Promise<void> {
  await query(product.databaseUrl, statement);
}

const rows = {
  people: [person('ana', 'Ana', 'A')],
  teams: [{ id: 't', company_id: 'acme', name: 'T' }],
  contracts: [contract('web'), ...['h1', 'h2'].map((id) => contract(id, { type: 'hourly', rate: 40 }))],
  scheduled_payments: Array.from({ length: 1_502 }, (_, index) => payment(`p${index + 1}`)),
  timesheet_days: [day('h1', '2024-02-02'), day('h2', '2024-02-03')],
};
