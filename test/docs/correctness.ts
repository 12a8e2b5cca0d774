import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { resultsDirectory } from '../support/record-result.ts';

type Result = Record<string, number | string>;

const introduction = `<!-- Made by \`npm run generate\` from the results in test/results/. -->
# Correctness

An answer is the report of one committed state of the data, no older than the request. These commands search for answers that are
not. Each prints what repeats a failure, and with \`--record\` keeps its result for this page. CI runs samples of the first two on every
change. A model in TLA+ of versions, caches and copies was gone through in all its 715,743 states before; it is in the history, at commit 1d273fe.

`;

const searches: { name: string; command: string; what: string; result: (result: Result) => string }[] = [
  {
    name: 'interleavings',
    command: 'npm run test:interleavings',
    what: `Concurrent transactions that insert, update, delete, import, move contracts, rename people, truncate, rebuild the roll-ups,
roll back, replicate or hold an old snapshot, in different orders of their steps on a real Postgres. After each step the roll-ups
agree with the rows, no version of a company's data has two contents or goes back, no etag has two answers, and pages, counts and
statistics are those of a plain reference implementation over the same snapshot; so are copies of reports that are kept by
\`/changes\`, some of them behind by a few steps.`,
    result: ({ title = '', orders = 0, steps = 0, checks = 0, reconciled = 0, failures = 0 }) =>
      `${title}: ${orders} orders, ${steps} steps, ${checks} times all was compared, ${reconciled} companies reconciled, ${failures} failures`,
  },
  {
    name: 'consistency',
    command: 'npm run test:consistency',
    what: `Writers commit and record it; callers read pages, walks through all pages, CSV and NDJSON files, with and without
\`If-None-Match\`, through two gateways and three reporting processes, in half of the rounds one of them on a standby. Meanwhile
processes are killed or hang, Postgres is killed and restarted, the standby is promoted, Redis is gone. Then a checker that knows only the
commits and the answers explains each answer, byte for byte but for white space in JSON, by one state that was committed between
request and response. No caller sees an older state than before, unless it may be served by the standby, whose snapshots can be a
commit ahead. Some writers commit in two phases, and some changes are rolled back to a savepoint. Twelve callers keep 32 copies each by \`/changes\` with random filters;
each of their versions is compared with an export of the same version, where there is one. They also do so in rounds of their own, in which reports have more rows than
an answer, and callers' answers are not explained: payments are imported, in one of them more than 10,000; payments are truncated; a contract moves to another
company; a replica is seconds late; a standby that lacks commits is promoted; a backup is restored. Where versions must be refused, some are, and none is refused for another reason. XLSX and Parquet files are not read.`,
    result: ({ rounds = 0, commits = 0, answers = 0, copies, gone, wrong = 0 }) =>
      `${answers} answers ${copies === undefined ? '' : `and ${copies} copies `}among ${commits} commits in ${rounds} rounds, ${wrong} wrong` +
      (gone === undefined ? '' : `; versions refused: ${gone}`),
  },
  {
    name: 'mutations',
    command: 'npm run test:mutations',
    what: `Small faults, one at a time, in a copy of the trigger SQL, the arithmetic of date ranges, totals, page queries, cache and
versions; tables and what only a Citus cluster runs are left out. The first of these that fails detects a fault: the migration; pages
and files of random small companies against the reference implementation; pages of six larger companies of different shapes against
a plain computation; a sample of the first search; tests of reporting, polling and replicas; a short run of the second search. With
\`--changes\`, all faults of the log of changes, the chain of its versions and the rows that a change concerns are tried, first by the tests of changes. Faults
that change no answer, only how it is found, have their reasons in \`test/mutations/equivalents.ts\`.`,
    result: ({ seed = 0, places = 0, faults = 0, detected = 0, by = '', equivalent = 0, survived = 0 }) =>
      `${faults} of ${places} faults tried, seed ${seed}: ${detected} detected (${by}), ${equivalent} change no answer, ${survived} survived`,
  },
];

const end = `
In production, the CronJob \`reconcile\` compares the roll-ups of each company with its rows every night, and an alert reports
differences: [the roll-ups](operations/administer.md#the-roll-ups).
`;

/** The text of docs/correctness.md. */
export function correctnessDocument(): string {
  const sections = searches.map(({ name, command, what, result }) => {
    // Those of a part of a search have longer names.
    const files = readdirSync(resultsDirectory).filter((file) => file.startsWith(name));
    const results = files.map((file) => {
      const found = JSON.parse(readFileSync(path.join(resultsDirectory, file), 'utf8')) as Result;
      return `At commit ${found.commit}, ${found.date}: **${result(found)}**.`;
    });
    return `## \`${command}\`\n\n${what}\n\n${results.join('\n\n')}\n`;
  });
  return `${introduction}${sections.join('\n')}${end}`;
}
