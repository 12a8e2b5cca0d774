import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Rows of a table, each with the same columns. */
export type Row = Record<string, string>;
export type Table = Row[];

/** docs/compatibility.md: for each heading the programs that need nothing in a line, and a table of what differs in the others. */
export async function documentOf(tables: Record<string, Table>): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname });
  const made = `Made on ${new Date().toISOString().slice(0, 10)}, at commit ${stdout.trim()}.`;
  const sections = Object.entries(tables).map(([heading, rows]) => {
    const differing = mergeFormats(rows).map((row) => withoutRight(row, rightCells[heading]));
    const right = differing.filter((row) => columnsToShow([row]).length === 0).map(({ program }) => program);
    const others = differing.filter((row) => columnsToShow([row]).length > 0);
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

/** A row with empty cells where it has what is right. */
function withoutRight(row: Row, right: Row = { reads: 'yes' }): Row {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell === right[name] ? '' : cell]));
}

/** Those in which a row has something. */
function columnsToShow(rows: Table): string[] {
  const { program: _program, format: _format, ...cells } = rows[0] ?? {};
  return Object.keys(cells).filter((name) => rows.some((row) => row[name]));
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
without \`--record\` it fails where something differs. An empty cell is right. [findings/](../findings/README.md) has a script for each surprise that is no fault of
the service.`;

const notes: Record<string, string> = {
  Spreadsheets: `Heads, statuses, and the sums of each month, as \`/summary\` has them, on a machine in New York: whole amounts first, then cents, a negative one, and the
last microsecond of a year.`,
  'CSV, NDJSON and Parquet': `The same sums: 25,000 whole amounts come first, a name has a quote before a comma, another a line break. "The day before": a midnight in UTC
is shown in the zone of the machine.`,
  Accounting: 'The CSV file of the same payments.',
  'Retries: 429 and 503': `A first answer asks for 12 seconds (429) or 5 (503). Each program may try three times, with a timeout of 10 seconds where it has none. Right: it waits
as asked, and has the 200.`,
  'Sign-in': 'Right: a wrong secret and a used-up limit make one request, and the reason is shown.',
  Caches: `The second request for a page. Right: 304 with the same token, 200 with another one of its application.`,
  Assistants: `Right: an MCP client begins with \`server/discover\` of 2026-07-28, and its model sees an answer once, the reason where arguments are wrong, reason and seconds
of a 429 of a call; of a 429 of all requests the program has an error with both; a call that is not answered has more than 60 seconds.`,
  Proxies: `With only the address of the upstream set, gzip, and what is named. Right: a file that is cut is seen to be, by a reset, as a gateway ends it, by an orderly end, as a
killed process does, and with a Content-Length, as files up to 1 MB have; 304 passes gzip, a header of 4 kB passes, POST on a connection that the upstream closes just then is sent
again, and HEAD stays HEAD.`,
};

/** By heading, where it is not only to read. */
const rightCells: Record<string, Row> = {
  'Retries: 429 and 503': { 429: 'waits, 200', 503: 'waits, 200' },
  'Sign-in': { 'signs in': 'yes', 'wrong secret': '1', 'over the limit': '1' },
  Caches: { 'again with the same token': '304', 'with another token': '200' },
  Assistants: {
    'begins with': 'server/discover, 2026-07-28',
    answer: 'once',
    'wrong arguments': 'the reason',
    '429 of a call': 'the reason and the seconds',
    '429 of all': 'an error, with the reason and the seconds',
    timeout: 'more than 60 s',
  },
  Proxies: {
    'a file cut by a reset': 'seen',
    'cut by an end': 'seen',
    'cut, of known length': 'seen',
    '304 through gzip': '304',
    'a header of 4 kB': '200',
    'POST as we close': '200',
    HEAD: 'HEAD',
  },
};
