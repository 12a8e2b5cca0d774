import path from 'node:path';
import { parseArgs } from 'node:util';
import { report } from './bench.ts';
import type { Bench, Figure, OnStop } from './bench.ts';
import type * as Databases from './data/database.ts';
import type * as Products from '../support/programs/product.ts';
import { measureFiles, measureLists } from './sections/exports.ts';
import { measurePages } from './sections/pages.ts';
import { machine, withVerdicts } from './result.ts';
import { measureRequests } from './sections/requests.ts';
import { measureLoads } from './sections/loads.ts';
import { measureStart } from './sections/start.ts';
import { measureWriteCosts } from './sections/write-costs.ts';
import { tokenOf } from '../support/fixtures.ts';
import { unlimited } from '../support/programs/product.ts';

const notes = [
  'All processes log at level warn. All pools to Postgres have 10 connections.',
  'The same page is requested again and again. "Uncached" means that no date range is ever requested twice.',
];

type Version = { checkout: string; programs: () => Promise<Bench>; onStop: OnStop };

const withPrograms =
  (measure: (bench: Bench) => Promise<Figure[]>) =>
  async ({ programs }: Version) =>
    measure(await programs());

/** In this order: first what needs no other programs, and last what writes. */
const sections: Record<string, (version: Version) => Promise<Figure[]>> = {
  start: measureStart,
  loads: measureLoads,
  pages: withPrograms(measurePages),
  requests: withPrograms(measureRequests),
  files: withPrograms(measureFiles),
  lists: withPrograms(measureLists),
  writers: withPrograms(measureWriteCosts),
};

// `--quick` measures for a shorter time, for development: its figures are no result. `--before` takes the directory of a
// checkout of another version, built, with its packages: its figures stand beside.
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: Object.keys(sections).join() },
    before: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const { quick, only, before } = values;
if (values.help) {
  console.log(`npm run bench -- [--only ${Object.keys(sections).join()}] [--before DIRECTORY] [--quick]`);
  process.exit();
}

const stops: (() => Promise<void>)[] = [];
const stop = async () => {
  for (const each of stops.splice(0).reverse()) await each();
};
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    report(`ends because of ${signal}`);
    void stop().finally(() => process.exit(130));
  });
}

try {
  await run();
} finally {
  await stop();
}

async function run(): Promise<void> {
  const chosen = Object.entries(sections).filter(([name]) => only.split(',').includes(name));
  if (chosen.length < only.split(',').length) throw new Error(`--only takes some of ${Object.keys(sections).join()}`);
  // Where it is named, the data are kept for the next run.
  const { BENCH_DATA_DIR: keptIn = '' } = process.env;
  const version = versionOf(path.join(import.meta.dirname, '../..'), keptIn);
  const other = before === undefined ? undefined : versionOf(path.resolve(before), keptIn && `${keptIn}-before`);
  const about = await machine();
  const [measured, ofOther]: [Figure[], Figure[]] = [[], []];
  for (const [name, measure] of chosen) {
    report(name);
    // Both, so that each is measured beside the other.
    if (!['start', 'loads'].includes(name)) for (const each of [other, version]) await each?.programs();
    if (other) ofOther.push(...(await measure(other)));
    measured.push(...(await measure(version)));
  }
  console.log(about, `\n${notes.join('\n')}`);
  console.table(withVerdicts(measured, ofOther));
}

/** Its programs are started once, for the first section that needs them. */
function versionOf(checkout: string, keptIn: string): Version {
  let started: Promise<Bench> | undefined;
  const programs = () => (started ??= startVersion(checkout, keptIn));
  return { checkout, programs, onStop: (each) => stops.push(each) };
}

/** The programs of a checkout, on databases that its own code makes. */
async function startVersion(checkout: string, keptIn: string): Promise<Bench> {
  report(`makes the data of ${checkout} and starts everything`);
  const imported = (file: string): Promise<unknown> => import(path.join(checkout, 'test', file));
  const { startBenchDatabases } = (await imported('bench/data/database.ts')) as typeof Databases;
  const { startProduct } = (await imported('support/programs/product.ts')) as typeof Products;
  const databases = await startBenchDatabases(keptIn === '' ? undefined : keptIn);
  stops.push(databases.stop);
  const start = (databaseUrl: string) => startProduct({ ...unlimited, LOG_LEVEL: 'warn' }, databaseUrl);
  const product = await start(databases.product);
  stops.push(product.stop);
  const tokens = new Map<string, Promise<string>>();
  const cachedToken = (companyId: string) => {
    const token = tokens.get(companyId) ?? tokenOf(product.url, companyId);
    tokens.set(companyId, token);
    return token;
  };
  return { checkout, quick, seconds: quick ? 2 : 5, databases, product, start, tokenOf: cachedToken };
}
