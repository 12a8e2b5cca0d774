import { report } from './bench.ts';
import type { Bench, Figure } from './bench.ts';
import { startBenchDatabases } from './data/database.ts';
import { measureExports } from './sections/exports.ts';
import { readOptions, sections, usage } from './options.ts';
import type { Options } from './options.ts';
import { measurePages } from './sections/pages.ts';
import { machine, withVerdicts, writeResult } from './result.ts';
import { measureShapes } from './sections/shapes.ts';
import { measureWriteCosts } from './sections/write-costs.ts';
import { tokenOf } from '../support/fixtures.ts';
import { startProduct, unlimited } from '../support/programs/product.ts';

const notes = [
  'All processes log at level warn. All pools to Postgres have 10 connections.',
  'The same page is requested again and again. "Uncached" means that no date range is ever requested twice.',
];

/** What each section runs, in this order. Sections that write come last. */
const measurements: Record<(typeof sections)[number], (bench: Bench) => Promise<Figure[]>> = {
  pages: measurePages,
  shapes: measureShapes,
  exports: measureExports,
  writers: measureWriteCosts,
};

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
  await run(options());
} finally {
  await stop();
}

function options(): Options {
  try {
    return readOptions(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : ''}\n${usage}`);
    process.exit(1);
  }
}

async function run(options: Options): Promise<void> {
  const begunAt = new Date();
  report('makes the data and starts everything');
  const databases = await startBenchDatabases(options.dataDirectory);
  stops.push(databases.stop);
  const about = await machine(databases.product);
  const product = await startProduct({ ...unlimited, LOG_LEVEL: 'warn' }, databases.product);
  stops.push(product.stop);
  const tokens = new Map<string, Promise<string>>();
  const cachedToken = (companyId: string) => {
    const token = tokens.get(companyId) ?? tokenOf(product.url, companyId);
    tokens.set(companyId, token);
    return token;
  };
  const measured: Figure[] = [];
  for (const section of options.only) {
    report(section);
    measured.push(...(await measurements[section]({ options, databases, product, tokenOf: cachedToken })));
  }
  const figures = withVerdicts(measured);
  console.log(about, `\n${notes.join('\n')}`);
  console.table(figures);
  const whole = !options.quick && options.only.size === sections.length;
  const name = whole ? begunAt.toISOString().slice(0, 19).replaceAll(':', '') : 'partial';
  console.log(await writeResult(name, { date: begunAt, quick: options.quick, machine: about, notes, figures }));
}
