import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Rows of a table, each with the same columns. */
export type Row = Record<string, string>;
export type Table = Row[];

/** docs/compatibility.md: for each heading the programs that need nothing in a line, and a table of the others. */
export async function documentOf(tables: Record<string, Table>): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname });
  const made = `Made on ${new Date().toISOString().slice(0, 10)}, at commit ${stdout.trim()}.`;
  const sections = Object.entries(tables).map(([heading, rows]) => {
    const merged = mergeFormats(rows);
    const right = merged.filter((row) => columnsToShow([row]).length === 0).map(({ program }) => program);
    const others = merged.filter((row) => columnsToShow([row]).length > 0);
    const all = right.length > 0 ? `Right as they come: ${right.join(', ')}.` : '';
    return [`## ${heading}`, notes[heading], all, tableOf(others)].filter(Boolean).join('\n\n');
  });
  return `# Compatibility\n\n${made} ${introduction}\n\n${sections.join('\n\n')}\n`;
}

/** The section of `npm run test:generated`, at the end. */
export const ofGeneratedClients = /\n## Generated clients[^]*/;

/** Without the line of the day. */
export const compared = (document: string) => document.replace(/^Made on .*\./m, '').replace(ofGeneratedClients, '');

/** One row for the formats of a program that are read alike; programs with their versions. */
function mergeFormats(rows: Table): Table {
  const merged = new Map<string, Table[number]>();
  for (const { program, version, format = '', ...cells } of rows) {
    const key = JSON.stringify([program, cells]);
    const formats = [merged.get(key)?.format, format].filter(Boolean).join(', ');
    merged.set(key, { program: `${program ?? ''} ${version ?? ''}`, format: formats, ...cells });
  }
  return [...merged.values()];
}

/** Those in which a row has something else than what should be. */
function columnsToShow(rows: Table): string[] {
  const { program: _program, format: _format, ...cells } = rows[0] ?? {};
  const expected = ['', 'yes', 'waits, 200', '1'];
  return Object.keys(cells).filter((name) => rows.some((row) => !expected.includes(row[name] ?? '')));
}

function tableOf(rows: Table): string {
  if (rows.length === 0) return '';
  const columns = ['program', ...(rows.some(({ format }) => format) ? ['format'] : []), ...columnsToShow(rows)];
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
  return [
    line(columns),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => line(columns.map((name) => row[name] ?? ''))),
  ].join('\n');
}

const introduction = `\`npm run test:compatibility -- --record\` runs each program on what the product answers, and writes this page;
without \`--record\` it fails where something differs. What surprised us in these programs, and is no fault of the service, is in [findings/](../findings/README.md),
a script each.`;

const notes: Record<string, string> = {
  Spreadsheets: `A workbook of whole amounts first, then cents, a negative one, and the last microsecond of a year. "Days" compares the sums of each month with \`/summary\`,
on a machine in New York.`,
  'CSV, NDJSON and Parquet': `The same, and more: 25,000 whole amounts come first, a name has a quote before a comma, another a line break. "The day before": a midnight in UTC is shown
in the zone of the machine.`,
  Accounting: 'The CSV file of the same payments.',
  'Retries: 429 and 503': `A first answer asks for 12 seconds (429) or 5 (503). Each program may try three times, with a timeout of 10 seconds where it
has none of its own: does it wait as asked, and how does it end?`,
  'Sign-in': 'How many requests a wrong secret and a used-up limit make, and whether the reason is shown.',
  Caches: `The second request for a page, with the same token and with another one of its application: 304 where the program sends \`If-None-Match\`.`,
  Assistants: `MCP clients as they are: what they begin with, how often a model sees the answer to one call, and what it, or the program, sees where the
arguments are wrong, where a call is over the limit, or all is, the first request too. The timeout is of a call that is not answered.`,
  Proxies: `With only the address of the upstream set, gzip, and what is named. A file is cut by a reset, as a gateway ends it, by an orderly end, as a killed
process does, and with a Content-Length, as files up to 1 MB have. POST is on a connection that the upstream closes just then.`,
};
