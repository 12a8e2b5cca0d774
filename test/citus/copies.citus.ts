import { expect, it } from '@jest/globals';
import { en, Faker } from '@faker-js/faker';
import fc from 'fast-check';
import { randomChange } from '../consistency/changes.ts';
import { keepCopies } from '../consistency/copies.ts';
import type { Compared } from '../consistency/copies.ts';
import { initialRows, parts } from '../consistency/initial-rows.ts';
import type { Part } from '../consistency/initial-rows.ts';
import type { Queries } from '../consistency/readers.ts';
import { definitions } from '../sample-report/definitions.ts';
import { company, tokenOf } from '../support/fixtures.ts';
import { query, withClient } from '../support/postgres/database.ts';
import { load } from '../support/programs/product.ts';
import { filesOf, queries } from '../support/reports/random-data.ts';
import { testedReports } from '../support/reports/references.ts';
import { until } from '../support/until.ts';
import { moveCompany } from './cluster.ts';
import { ownProductWithSamples } from '../support/programs/own-product.ts';

const faker = new Faker({ locale: en, seed: 1 });
const written = parts.map((part) => ({ part, rows: initialRows(part, faker) }));

const product = await ownProductWithSamples(company('acme'), company('rival'));
for (const { rows } of written) await load(product.databaseUrl, filesOf(rows));

it('Copies kept by changes, beside writers on all nodes and while shards move, equal the files of the same version', async () => {
  const sampled = testedReports.map((name) => [name, fc.sample(queries(definitions[name]), { seed: 1, numRuns: 10 })]);
  const requested = {
    rows: Object.fromEntries(sampled) as Queries['rows'],
    tokens: { acme: await tokenOf(product.url, 'acme'), rival: await tokenOf(product.url, 'rival') },
  };
  const found: Compared = { compared: 0, gone: [], wrong: [] };
  const stop = new AbortController();
  const keeping = [0, 1, 2].map(() => keepCopies(product.url, requested, faker, stop.signal, found));
  for (let round = 0; round < 20; round += 1) {
    const writing = written.map((writer) => write(writer.part, writer));
    const moved = ['acme', 'rival', undefined][round % 3];
    if (moved !== undefined)
      await moveCompany(product.databaseUrl, moved, round % 2 === 0 ? 'force_logical' : 'block_writes');
    await Promise.all(writing);
    const before = found.compared;
    await until('copies are compared', () => found.compared > before + 20, 60_000);
  }
  stop.abort();
  await Promise.all(keeping);
  expect(found).toMatchObject({ gone: [], wrong: [] });
  expect(await query(product.databaseUrl, 'select * from reporting.roll_up_differences')).toEqual([]);
}, 600_000);

async function write(part: Part, writer: (typeof written)[number]): Promise<void> {
  await withClient(product.databaseUrl, async (client) => {
    for (let count = 0; count < 12; count += 1) {
      const { text, values, rows } = randomChange(part, writer.rows, faker);
      await client.query(text, values);
      writer.rows = rows;
    }
  });
}
