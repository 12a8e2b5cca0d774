import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../support/command.ts';

/** One small change of one place in the product. */
export type Fault = { file: string; line: number; before: string; after: string; text: string };

/** Trigger SQL, arithmetic of date ranges, totals, page queries, cache and versions. */
const files = [
  'services/reporting/migrations/0001-baseline.up.sql',
  'services/reporting/sql/contracts.ts',
  'services/reporting/sql/date-segments.ts',
  'services/reporting/reports/data-version.ts',
  'services/reporting/reports/entity-tag.ts',
  'services/reporting/reports/page-batch.ts',
  'services/reporting/reports/report-cache.ts',
  'services/reporting/reports/report.ts',
  'services/reporting/reports/run-report.ts',
  'services/reporting/scheduled-payments/by-contract.ts',
  'services/reporting/scheduled-payments/matching.ts',
  'services/reporting/scheduled-payments/page.ts',
  'services/reporting/scheduled-payments/rows.ts',
  'services/reporting/scheduled-payments/scheduled-payments.ts',
  'services/reporting/scheduled-payments/totals.ts',
  'services/reporting/timesheets/sums.ts',
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
  [/ (?:and|AND) /, ' or '],
  [/ <> /, ' = '],
  [/\bsign \* /, ''],
  [/-sign\b/, 'sign'],
  [/\bdistinct /, ''],
  [/\bunion all\b/, 'union'],
  [/\$\{direction\}/, 'asc'],
  [/'month'/, "'year'"],
  [/'dekad'/, "'month'"],
  [/\bpaid_amount\b/, 'payments_count'],
  [/\bmanual_minutes\b/, 'overtime_minutes'],
  [/\bbilled_minutes\b/, 'billable_minutes'],
  [/\bmin\b/, 'max'],
  [/\bleast\b/, 'greatest'],
  [/\bread committed\b/, 'repeatable read'],
  [/\bcoalesce\(([^(),]+), 0\)/, '$1'],
  [/\b1\b/, '0'],
  [/\b0\b/, '1'],
  [/\bexcluded\./, 't.'],
  [/, [cp]\.id\b/, ''],
  [/ is true\b/, ''],
];

/** Every place where one of the changes is possible, comments and types aside. */
export async function findFaults(): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const file of files) {
    const text = await readFile(path.join(root, file), 'utf8');
    let offset = 0;
    for (const [index, line] of text.split('\n').entries()) {
      const before = text.slice(0, offset);
      offset += line.length + 1;
      if (/^\s*(--|\/\/|\/?\*|import|export type|type|check|create (table|type|index|view))/.test(line)) continue;
      for (const [found, replacement] of changes) {
        for (const match of line.matchAll(new RegExp(found, 'g'))) {
          const place = before.length + match.index;
          const changed = match[0].replace(found, replacement);
          faults.push({
            file,
            line: index + 1,
            before: line.trim(),
            after: `${line.slice(0, match.index)}${changed}${line.slice(match.index + match[0].length)}`.trim(),
            text: `${text.slice(0, place)}${changed}${text.slice(place + match[0].length)}`,
          });
        }
      }
    }
  }
  return faults;
}
