import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Rows of a table, each with the same columns. */
export type Table = Record<string, string>[];

/** docs/compatibility.md: a table for each heading. */
export async function documentOf(tables: Record<string, Table>): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname });
  const made = `Made on ${new Date().toISOString().slice(0, 10)}, at commit ${stdout.trim()}.`;
  const sections = Object.entries(tables).map(
    ([heading, rows]) => `## ${heading}\n\n${notes[heading] ?? ''}\n\n${tableOf(rows)}`,
  );
  return `# Compatibility\n\n${made} ${introduction}\n\n${sections.join('\n\n')}\n`;
}

/** Without the line of the day. */
export const compared = (document: string) => document.replace(/^Made on .*\./m, '');

function tableOf(rows: Table): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
  return [
    line(columns),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => line(columns.map((name) => row[name] ?? ''))),
  ].join('\n');
}

const introduction = `\`npm run test:compatibility -- --record\` starts the product, runs each program on its answers, and writes this
page; without \`--record\` it fails where something differs.`;

const notes: Record<string, string> = {
  Spreadsheets: `A workbook of 5,249 payments: of 100.00 first, then of 100.55, one of -40.10, and one at \`2026-12-31T23:59:59.999999Z\`.
"Days" compares the sums of each month with \`/summary\`, on a machine in New York. pandas reads by openpyxl or python-calamine, Polars by
fastexcel, and petl, pyexcel-xlsx and csvkit by openpyxl.`,
  'CSV, NDJSON and Parquet': `The same, and more: 25,000 of 100.00 come first. Types are those that a program infers by itself. "The day before" means that a midnight in UTC is shown in the zone
of the machine.`,
  Accounting: 'The CSV file of the same payments. The CSV importer of GnuCash is a dialog: it was not run.',
  'Retries: 429 and 503': `A first answer with \`Retry-After\`, 12 seconds of a 429 and 5 of a 503. Each program is set to try three times, nothing else, with a timeout of
10 seconds where it has none of its own. requests retries by an \`HTTPAdapter\` with the \`Retry\` of urllib3.`,
  'Sign-in': `\`/auth/oauth/token\` with a right secret, with a wrong one, and over a limit of five a minute that an operator has set for it. What is shown
is what the program prints of its error.`,
  Caches: 'Three requests for the same page: twice with one token, then with another one of the same application.',
};
