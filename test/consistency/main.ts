import { parseArgs } from 'node:util';
import { en, Faker } from '@faker-js/faker';
import fc from 'fast-check';
import { startCleaner } from '../support/programs/cleaner.ts';
import { queriesOf, testedReports } from '../support/reports/references.ts';
import type { TestedReport } from '../support/reports/references.ts';
import { check } from './checker/checker.ts';
import { faults, rebuilt } from './faults.ts';
import type { History } from './checker/history.ts';
import { initialRows, parts } from './initial-rows.ts';
import { startLab } from './lab.ts';
import type { Lab } from './lab.ts';
import type { Compared } from './copies.ts';
import { runRound } from './round.ts';
import { rowsOf } from './checker/states.ts';

/**
 * Writers, readers and failures meet on a product of its own; then each answer must be explained by a committed state. It goes on for so many
 * seconds, checks aside. The seed is of rows, changes, requests and the order of the failures.
 */
const { values } = parseArgs({
  options: {
    duration: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
});
const [durationMs, seed] = [Number(values.duration) * 1_000, Number(values.seed)];
const faker = new Faker({ locale: en, seed });
const history: History = {
  writers: parts.map((part) => ({
    companies: part.companyId === null ? ['acme', 'rival'] : [part.companyId],
    commits: [{ sentAt: 0, confirmedAt: 0, rows: initialRows(part, faker) }],
  })),
  answers: [],
  isOneServer: true,
};
const counts = { rounds: 0, commits: 0, answers: 0, copies: 0, wrong: 0 };
const goneBy: Record<string, number> = {};
console.log(`seed ${seed}`);
const lab = await startLab(await startCleaner(), rowsOf(history, [0, 0, 0, 0]));
try {
  await runRounds(lab);
} finally {
  await lab.stop();
}
const gone = Object.entries(goneBy)
  .map(([reason, count]) => `${count} because ${reason}`)
  .join('; ');
console.log(JSON.stringify({ ...counts, gone }));
process.exitCode = counts.wrong > 0 ? 1 : 0;

/** Each round has a failure, and is checked as a whole before the next one begins where it ended. */
async function runRounds(running: Lab): Promise<void> {
  const requested = {
    rows: ofEach(({ rows }) => fc.sample(rows, { seed, numRuns: 35 })),
    sums: ofEach(({ sums }) => (sums ? fc.sample(sums, { seed, numRuns: 35 }) : [])),
    tokens: running.tokens,
  };
  let left: string[] = [];
  let spentMs = 0;
  while (spentMs < durationMs) {
    if (left.length === 0) left = faker.helpers.shuffle(Object.keys(faults));
    const name = left.pop() ?? '';
    history.isOneServer = faker.datatype.boolean();
    await running.readFromStandby(!history.isOneServer);
    const begunAt = performance.now();
    const found = await runRound(running, history, requested, faults[name] ?? (async () => undefined), faker);
    found.wrong.push(...wronglyGone(found.gone, name === rebuilt, history.isOneServer));
    spentMs += performance.now() - begunAt;
    report(name, found);
  }
}

function ofEach<Of>(make: (queries: ReturnType<typeof queriesOf>) => Of): Record<TestedReport, Of> {
  return Object.fromEntries(testedReports.map((name) => [name, make(queriesOf(name))])) as Record<TestedReport, Of>;
}

/** Versions that were refused for no reason, or that had to be refused after a rebuild and were not. */
function wronglyGone(reasons: string[], areRebuilt: boolean, isOneServer: boolean): string[] {
  const repaired = 'the roll-ups were repaired';
  // A process that reads from the standby may lack what the caller has seen.
  const known = [...(areRebuilt ? [repaired] : []), ...(isOneServer ? [] : ['data that were restored from a backup'])];
  const wrong = reasons.filter((reason) => !known.some((each) => reason.includes(each)));
  const isMissing = areRebuilt && !reasons.some((reason) => reason.includes(repaired));
  return [...wrong.map((reason) => `410: ${reason}`), ...(isMissing ? [`no 410: ${repaired}`] : [])];
}

function report(fault: string, { compared, gone, wrong: unexpected }: Compared): void {
  for (const reason of gone) goneBy[reason] = (goneBy[reason] ?? 0) + 1;
  const violations = check(history);
  const commits = history.writers.reduce((sum, writer) => sum + writer.commits.length - 1, 0);
  for (const { reason, answer } of violations.slice(0, 3)) console.log(`WRONG: ${reason}\n${JSON.stringify(answer)}`);
  for (const response of unexpected.slice(0, 3)) console.log(`UNEXPECTED: ${response}`);
  const source = history.isOneServer ? 'one server' : 'two servers';
  console.log(
    `${history.answers.length} answers, ${commits} commits, ${compared} copies, ${gone.length} gone, ${violations.length + unexpected.length} wrong: ${fault}, ${source}`,
  );
  counts.rounds += 1;
  counts.commits += commits;
  counts.answers += history.answers.length;
  counts.copies += compared;
  counts.wrong += violations.length + unexpected.length;
  history.answers = [];
  for (const writer of history.writers) writer.commits = writer.commits.slice(-1);
}
