import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { root } from '../support/programs/command.ts';

/**
 * Puts small faults into the migrations of reporting, one at a time, in a copy of the product, and names those that no test detects.
 * `--count` faults are chosen by `--seed`, or all whose `FILE:LINE CODE` has the pattern `--only`; none begins after so many `--minutes`.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '600' },
  },
});

/** What is found in a line, and what takes its place. */
const changes: [RegExp, string][] = [
  [/ <= /, ' < '],
  [/ < /, ' <= '],
  [/ >= /, ' > '],
  [/ > /, ' >= '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/(?<!between \S+) and /, ' or '],
  [/ <> /, ' = '],
  [/\bsign \* /, ''],
  [/-sign\b/, 'sign'],
  [/\bdistinct (?!from)/, ''],
  [/ is distinct from /, ' = '],
  [/\bunion all\b/, 'union'],
  [/'month'/, "'year'"],
  [/(?<=\(|\* |then )paid_amount\b/, 'payments_count'],
  [/(?<=\(|[*+-] |excluded\.)billed_minutes\b/, 'billable_minutes'],
  [/\bmin\b/, 'max'],
  [/\bleast\b/, 'greatest'],
  [/\bcoalesce\(([^(),]+), 0\)/, '$1'],
  [/(?<!\$|group by .*)\b1\b/, '0'],
  [/\b0\b/, '1'],
];
const noCode = /^\s*(--|create (type|index|view))/;
const tables = /create table [\s\S]*?\n\);/g;

/** They change no answer: a step that is 0 once in two billion, and an activity that is null only without minutes. */
const equivalents = ['step constant bigint := 0 +', 'coalesce(activity, 1) * (tracked_minutes - manual_minutes)'];

const folder = 'services/reporting/migrations';
const all = readdirSync(path.join(root, folder))
  .filter((file) => /^\d.*\.sql$/.test(file))
  .flatMap((file) => faultsIn(`${folder}/${file}`));
const gone = equivalents.filter((line) => !all.some(({ place }) => place.includes(line)));
if (gone.length > 0) throw new Error(`No fault is any more what this is about: ${gone.join('; ')}`);
const faults = all.filter(({ place }) => !equivalents.some((line) => place.includes(line)));
const only = new RegExp(values.only ?? '');
const [shuffled = []] = fc.sample(fc.shuffledSubarray(faults, { minLength: faults.length }), {
  seed: Number(values.seed),
  numRuns: 1,
});
const chosen = shuffled
  .filter(({ place }) => only.test(place))
  .slice(0, values.only === undefined ? Number(values.count) : faults.length);
console.log(`${chosen.length} of ${faults.length} faults, seed ${values.seed}`);

const copy = mkdtempSync(path.join(tmpdir(), 'client-reporting-mutations-'));
process.on('exit', () => rmSync(copy, { recursive: true }));
execFileSync('sh', ['-c', `git ls-files -z | tar -c --null -T - | tar -xC "${copy}"`], { cwd: root });
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
if (fails()) throw new Error('The tests fail without a fault.');
const end = performance.now() + Number(values.minutes) * 60_000;
let [tried, survived] = [0, 0];
for (const { file, place, text } of chosen) {
  if (performance.now() > end) break;
  const original = readFileSync(path.join(copy, file));
  writeFileSync(path.join(copy, file), text);
  const isDetected = fails();
  writeFileSync(path.join(copy, file), original);
  if (!isDetected) survived += 1;
  console.log(`${(tried += 1)}. ${isDetected ? 'detected' : 'SURVIVED'}: ${place}`);
}
console.log(`${tried} faults tried, ${survived} survived`);
process.exitCode = survived > 0 ? 1 : 0;

/** Whether a test fails in the copy, or does not end. */
function fails(): boolean {
  const tests = ['test/services/reporting/', 'test/e2e/changes', 'test/e2e/reference-implementation'];
  return spawnSync('timeout', ['900', 'npm', 'test', '--', '--bail', ...tests], { cwd: copy }).status !== 0;
}

function faultsIn(file: string): { file: string; place: string; text: string }[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const lines = text.split('\n');
  const code = text.replace(tables, (table) => table.replaceAll(/[^\n]/g, ' ')).split('\n');
  return code.flatMap((line, index) =>
    changes.flatMap(([found, replacement]) =>
      Array.from(noCode.test(line) ? [] : line.matchAll(new RegExp(found, 'g')), (match) => {
        const changed = replacement.replace('$1', match[1] ?? '');
        const after = `${line.slice(0, match.index)}${changed}${line.slice(match.index + match[0].length)}`;
        const place = `${file}:${index + 1} ${line.trim()} -> ${after.trim()}`;
        return { file, place, text: lines.with(index, after).join('\n') };
      }),
    ),
  );
}
