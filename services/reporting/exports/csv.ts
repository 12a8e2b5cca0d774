import { isoInstant } from './whole-report.ts';
import type { Column, RowText } from './whole-report.ts';

/**
 * Cells by RFC 4180. A spreadsheet would run as a formula what begins with = + - @, at the start of a cell or behind what
 * another spreadsheet takes for a separator, quotes and blanks aside: an apostrophe before it makes it text. Numbers stay
 * as they are.
 */
export const csvText = { cell: csvCell, separator: ',' } satisfies RowText;

function csvCell({ kind, value }: Column): string {
  if (kind !== 'text') return `coalesce(${kind === 'instant' ? isoInstant(value) : `(${value})::text`}, '')`;
  const harmless = `regexp_replace(${value}, '(^|[;\\t\\r\\n])(["\\s]*)([=+@\\t\\r＝＋＠－-])', '\\1\\2''\\3', 'g')`;
  // Few have anything special.
  return `coalesce(case when ${value} ~ '[",;\\t\\r\\n]|^\\s*[=+@＝＋＠－-]'
    then '"' || replace(${harmless}, '"', '""') || '"' else ${value} end, '')`;
}

/** A heading, and the rows, as one text for each batch. */
export async function* writeCsv(columns: Column[], batches: AsyncIterable<string[]>): AsyncGenerator<Buffer> {
  let heading = `${columns.map(({ name }) => name).join(',')}\r\n`;
  for await (const rows of batches) {
    yield Buffer.from(`${heading}${rows.join('\r\n')}\r\n`);
    heading = '';
  }
  if (heading !== '') yield Buffer.from(heading);
}

/** JSON objects, each on a line. */
export async function* writeNdjson(batches: AsyncIterable<string[]>): AsyncGenerator<Buffer> {
  for await (const rows of batches) yield Buffer.from(`${rows.join('\n')}\n`);
}
