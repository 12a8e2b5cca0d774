import { measureAfterWrite } from './sections/after-write.ts';
import { report } from './bench.ts';
import type { Bench, Figure } from './bench.ts';
import { measureCitus } from './sections/citus.ts';
import { startContenders } from './stacks/contenders.ts';
import { startBenchDatabases } from './data/database.ts';
import { measureExports } from './sections/exports.ts';
import { measureImport } from './sections/importing.ts';
import { measureMemory } from './sections/memory.ts';
import { readOptions, sections, usage } from './options.ts';
import type { Options } from './options.ts';
import { measurePages } from './sections/pages.ts';
import { measureProcessor } from './sections/processor.ts';
import { measureReplica } from './sections/replica.ts';
import { machine, withVerdicts, writeResult } from './result.ts';
import { measureShapes } from './sections/shapes.ts';
import { measureSorts } from './sections/sorts.ts';
import { measureThroughput, slowMs } from './sections/throughput.ts';
import { measureWriters } from './sections/writers.ts';

const notes = [
  'All processes log at level warn. All pools to Postgres have 10 connections, that of the limit 16.',
  'The same page is requested again and again. "Uncached" means that no date range is ever requested twice.',
  'The other stacks read a copy of the database with the indexes that the report needs without roll-ups.',
  `A request that takes longer than ${slowMs} ms alone is measured by a number of requests per connection, at least 1, not by time.`,
];

/** What each section runs, in this order. Sections that write come last. */
const measurements: Record<(typeof sections)[number], ((bench: Bench) => Promise<Figure[]>)[]> = {
  pages: [
    (bench) => measureThroughput(bench, 'payments'),
    (bench) => measureThroughput(bench, 'timesheets'),
    measurePages,
    measureAfterWrite,
  ],
  sorts: [measureSorts],
  shapes: [measureShapes],
  memory: [measureMemory],
  exports: [measureExports],
  processor: [measureProcessor],
  writers: [measureWriters],
  import: [measureImport],
  replica: [measureReplica],
  citus: [measureCitus],
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
  report('makes the data and starts everything');
  const databases = await startBenchDatabases(options.dataDirectory);
  stops.push(databases.stop);
  const contenders = await startContenders(databases);
  stops.push(contenders.stop);

  const begunAt = new Date();
  const about = await machine(databases.product);
  const measured: Figure[] = [];
  for (const section of options.only) {
    report(section);
    for (const measure of measurements[section]) measured.push(...(await measure({ options, databases, contenders })));
  }
  const figures = withVerdicts(measured);
  console.log(about, `\n${notes.join('\n')}`);
  console.table(figures);
  const whole = !options.quick && options.only.size === sections.length;
  const name = whole ? begunAt.toISOString().slice(0, 19).replaceAll(':', '') : 'partial';
  console.log(await writeResult(name, { date: begunAt, quick: options.quick, machine: about, notes, figures }));
}
