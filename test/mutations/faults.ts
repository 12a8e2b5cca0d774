import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../support/programs/command.ts';

/** One small change of one place in the product; `within` are the lines that begin what it is in, the innermost first. */
export type Fault = {
  file: string;
  line: number;
  before: string;
  after: string;
  around: string;
  within: string[];
  text: string;
};

/** Trigger SQL, arithmetic of date ranges, totals, page queries, cache and versions. */
const files = [
  'proto/report-version.ts',
  'services/reporting/migrations/0001-tables.sql',
  'services/reporting/migrations/0002-versions-and-log.sql',
  'services/reporting/migrations/0003-roll-ups.sql',
  'services/reporting/migrations/0004-segments-and-checks.sql',
  'services/reporting/sql/contracts.ts',
  'services/reporting/sql/date-segments.ts',
  'services/reporting/sql/groups.ts',
  'services/reporting/sql/page.ts',
  'services/reporting/sql/sums.ts',
  'services/reporting/sql/version.ts',
  'services/reporting/answers/caches.ts',
  'services/reporting/answers/contract-report.ts',
  'services/reporting/servers/data-version.ts',
  'services/reporting/answers/entity-tag.ts',
  'services/reporting/answers/position.ts',
  'services/reporting/answers/report.ts',
  'services/reporting/answers/run-report.ts',
  'services/reporting/answers/summary.ts',
  'services/reporting/answers/changed-rows.ts',
  'services/reporting/changes/changes.ts',
  'services/reporting/changes/log.ts',
  'services/reporting/roll-ups/trim-changes.ts',
  'services/reporting/scheduled-payments/changes.ts',
  'services/reporting/scheduled-payments/page.ts',
  'services/reporting/scheduled-payments/rows.ts',
  'services/reporting/scheduled-payments/scheduled-payments.ts',
  'services/reporting/scheduled-payments/summary.ts',
  'services/reporting/scheduled-payments/sums.ts',
  'services/reporting/timesheets/timesheets.ts',
];

/** What is found, and what takes its place. */
const changes: [RegExp, string][] = [
  [/ <= /, ' < '],
  [/ < /, ' <= '],
  [/ >= /, ' > '],
  [/ > /, ' >= '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/ === /, ' !== '],
  [/ \? /, ' && false ? '],
  [/ && /, ' || '],
  [/(?<!between \S+) and /, ' or '],
  [/ <> /, ' = '],
  [/\bsign \* /, ''],
  [/-sign\b/, 'sign'],
  [/\bdistinct (?!from)/, ''],
  [/ is distinct from /, ' = '],
  [/\bunion all\b/, 'union'],
  [/\bunion\b(?! all)/, 'except'],
  [/\$\{direction\}/, 'asc'],
  [/'month'/, "'year'"],
  [/(?<=\(|\* |then |t\.)paid_amount\b/, 'payments_count'],
  [/(?<=\(|[*+-] |t\.|excluded\.|: '|^\s*select .*)manual_minutes\b/, 'overtime_minutes'],
  [/(?<=\(|[*+-] |t\.|excluded\.|: '|^\s*select .*)billed_minutes\b/, 'billable_minutes'],
  [/\bmin\b/, 'max'],
  [/\bleast\b/, 'greatest'],
  [/\bread committed\b/, 'repeatable read'],
  [/\bcoalesce\(([^(),]+), 0\)/, '$1'],
  [/(?<![%$]|group by .*)\b1\b/, '0'],
  [/\b0\b/, '1'],
  [/\b(t|v)(\.\w+ \+ )excluded\./, '$1$2$1.'],
  [/, [cp]\.id \$\{direction\}/, ''],
];

const noCode = /^\s*(--|\/\/|\/?\*|import|export type|type|create (type|index|view))/;

/** Tables. */
const leftOut = /create table [\s\S]*?\n\);/g;

/** Every place where one of the changes is possible, comments, types and tables aside. */
export async function findFaults(): Promise<Fault[]> {
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(root, file), 'utf8');
      const left = text.replace(leftOut, (code) => code.replaceAll(/[^\n]/g, ' '));
      return left.split('\n').flatMap((line, index) => (noCode.test(line) ? [] : faultsOf(file, text, line, index)));
    }),
  );
  return found.flat();
}

function faultsOf(file: string, text: string, line: string, index: number): Fault[] {
  return changes.flatMap(([found, replacement]) =>
    Array.from(line.matchAll(new RegExp(found, 'g')), (match) => {
      const changed = replacement.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '');
      const after = `${line.slice(0, match.index)}${changed}${line.slice(match.index + match[0].length)}`;
      const lines = text.split('\n');
      return {
        ...{ file, line: index + 1, before: line.trim(), after: after.trim() },
        around: lines.slice(Math.max(0, index - 2), index + 3).join('\n'),
        within: linesAbove(lines, index),
        text: lines.with(index, after).join('\n'),
      };
    }),
  );
}

/** Each line above that is indented less than those below it, and the last declaration of the file. */
function linesAbove(lines: string[], index: number): string[] {
  let indent = Infinity;
  const above = lines.slice(0, index + 1).toReversed();
  const outer = above.filter((line) => {
    if (line.trim() === '' || line.search(/\S/) >= indent) return false;
    indent = line.search(/\S/);
    return true;
  });
  return [...outer, above.find((line) => /^(create|export|const|function|async function) /.test(line)) ?? ''];
}
