import { migrateUp } from '../../../migrate/migrate-schema.ts';
import { distribute } from '../../../migrate/distribute.ts';
import { schemas } from '../../../migrate/schemas.ts';
import { createCitusDatabase, dropDatabases, nodesOf } from '../../citus/cluster.ts';
import { company, tokenOf } from '../../support/fixtures.ts';
import { query } from '../../support/postgres/database.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import { ask } from '../ask.ts';
import { report } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { importPayments } from '../data/import-payments.ts';
import { pathOf, uncachedDays, wholeSpan } from '../data/requests.ts';
import { median } from '../summary.ts';

const names = { single: 'bench_single', citus: 'bench_citus' };
const companyId = 'bench';

const questions = {
  'uncached page': () => pathOf('payments', uncachedDays()),
  'uncached page by amount': () => pathOf('payments', uncachedDays(), { sortField: 'budget', sortOrder: 'desc' }),
  'uncached page of a team': () => pathOf('payments', uncachedDays(), { teamIds: `${companyId}-team` }),
  'cached page': () => pathOf('payments', wholeSpan()),
};

/** The same company in a database of the coordinator alone, and in one that is distributed over all nodes, in turns. */
export async function measureCitus({ options: { citusUrl, quick } }: Bench): Promise<Figure[]> {
  if (citusUrl === undefined) {
    report('  NOT MEASURED, since CITUS_URL names no cluster');
    return [];
  }
  const nodes = await nodesOf(citusUrl);
  const drop = () => dropDatabases(nodes, new RegExp(`^(${Object.values(names).join('|')})$`));
  await drop();
  try {
    await query(citusUrl, `create database ${names.single}`);
    const single = Object.assign(new URL(citusUrl), { pathname: names.single }).href;
    const citus = await createCitusDatabase(nodes, names.citus);
    for (const databaseUrl of [single, citus]) await migrateUp(databaseUrl, schemas);
    await distribute(citus);
    const payments = quick ? 20_000 : 200_000;
    const figures = await compareImports(single, citus, payments);
    return [...figures, ...(await comparePages(single, citus, quick ? 20 : 50))];
  } finally {
    await drop();
  }
}

async function compareImports(single: string, citus: string, payments: number): Promise<Figure[]> {
  const rates: number[] = [];
  for (const databaseUrl of [single, citus]) {
    await load(databaseUrl, company(companyId));
    rates.push(await importPayments(databaseUrl, companyId, payments));
    // Citus sends it to the shards of tables that are named.
    const tables = await query<{ name: string }>(
      databaseUrl,
      `select relid::regclass::text as name from pg_stat_user_tables where schemaname = 'reporting'`,
    );
    await query(databaseUrl, `vacuum analyze ${tables.map(({ name }) => name).join(', ')}`);
  }
  return besides(`import of ${payments} payments`, rates, 'rows/s');
}

async function comparePages(single: string, citus: string, count: number): Promise<Figure[]> {
  const products = [];
  try {
    for (const databaseUrl of [single, citus]) {
      products.push(await startProduct({ ...unlimited, LOG_LEVEL: 'warn' }, databaseUrl));
    }
    const asked = [];
    for (const { url } of products) asked.push({ url, token: await tokenOf(url, companyId), times: [] as number[] });
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(questions)) {
      for (const one of asked) one.times = [];
      for (let n = -5; n < count; n++) {
        const question = path();
        for (const { url, token, times } of asked) {
          const { milliseconds } = await ask(url, token, question);
          if (n >= 0) times.push(milliseconds);
        }
      }
      figures.push(
        ...besides(
          `${name}, p50`,
          asked.map(({ times }) => median(times)),
          'ms',
        ),
      );
    }
    return figures;
  } finally {
    for (const product of products) await product.stop();
  }
}

function besides(what: string, [single = NaN, citus = NaN]: number[], unit: string): Figure[] {
  return [
    { figure: `citus: ${what}, one server`, measured: single, unit },
    { figure: `citus: ${what}, Citus`, measured: citus, unit },
    { figure: `citus: ${what}, Citus to one server`, measured: citus / single, unit: 'times' },
  ];
}
