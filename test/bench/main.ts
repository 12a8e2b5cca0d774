import { measureAfterWrite } from './after-write.ts';
import { tell } from './bench.ts';
import type { Bench, Measured } from './bench.ts';
import { startContenders } from './contenders.ts';
import { startBenchDatabases } from './database.ts';
import { measureExports } from './exports.ts';
import { reached, tableOf } from './figures.ts';
import { measureImport } from './importing.ts';
import { machine } from './machine.ts';
import { measureMemory } from './memory.ts';
import { readOptions, sections, usage } from './options.ts';
import type { Options, Section } from './options.ts';
import { measurePages } from './pages.ts';
import { measureProcessor } from './processor.ts';
import { writeResult } from './results.ts';
import { measureSorts } from './sorts.ts';
import { measureThroughput, slowMs } from './throughput.ts';
import { measureWriters } from './writers.ts';

const notes = [
  'All processes log at level warn. All pools to Postgres have 10 connections, that of the limit 16.',
  'The same question is asked again and again, unless "nothing remembered" is said: then no range of days is ever asked twice.',
  'The stacks that the product is compared with read a copy of the database without roll-ups and with the indexes of before them.',
  `What takes longer than ${slowMs} ms alone is measured by a number of requests on each connection, 1 at least, instead of by time.`,
];

/** What each part runs, in order. What writes comes last. */
const parts: Record<Section, ((bench: Bench) => Promise<Measured>)[]> = {
  payments: [(bench) => measureThroughput(bench, 'payments'), measurePages, measureAfterWrite],
  timesheets: [(bench) => measureThroughput(bench, 'timesheets')],
  sorts: [measureSorts],
  memory: [measureMemory],
  exports: [measureExports],
  processor: [measureProcessor],
  writers: [measureWriters],
  import: [measureImport],
};

const stops: (() => Promise<void>)[] = [];
const stop = async () => {
  for (const each of stops.splice(0).reverse()) await each();
};
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    tell(`ends because of ${signal}`);
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
  tell('makes the data and starts everything');
  const databases = await startBenchDatabases(options.dataDirectory);
  stops.push(databases.stop);
  const contenders = await startContenders(databases);
  stops.push(contenders.stop);

  const begunAt = new Date();
  const about = await machine(databases.product);
  const measured: Measured[] = [];
  const raw: Record<string, object> = {};
  for (const section of sections.filter((name) => options.only.has(name))) {
    tell(section);
    const ofSection: Measured[] = [];
    for (const part of parts[section]) ofSection.push(await part({ options, databases, contenders }));
    measured.push(...ofSection);
    raw[section] = ofSection.map((part) => part.raw);
  }
  const figures = measured.flatMap((part) => part.figures);

  console.log(
    `${about.cpu}, ${about.cores} cores, ${about.memoryGiB} GiB, load ${about.loadBefore?.toFixed(1)} before\n` +
      `node ${about.node}, Postgres ${about.postgres}, commit ${about.commit}${about.uncommittedChanges ? ' and uncommitted changes' : ''}\n` +
      `${notes.join('\n')}\n\n${tableOf(figures)}`,
  );
  const whole = !options.quick && options.only.size === sections.length;
  const name = begunAt.toISOString().slice(0, 19).replaceAll(':', '');
  const file = await writeResult(whole ? name : 'partial', {
    date: begunAt,
    quick: options.quick,
    machine: about,
    notes,
    figures: figures.map((figure) => ({ ...figure, reached: reached(figure) })),
    raw,
  });
  console.log(`\n${file}`);
}
