import { concat, embedded } from '../../sql/concat.ts';
import { quoted, sql } from '../../sql/statement.ts';
import type { Sql } from '../../sql/statement.ts';

/** A cell as XML, at a reference such as `B7`. Many readers take none without. */
export type Cell = (reference: string) => string;

// Where the number of the row belongs: control characters, which no text of a workbook has.
const [nextRow, thisRow] = ['\u0001', '\u0002'];

/** A row as XML, for `numbered`. */
export function rowOf(cells: Cell[]): string {
  const made = cells.map((cell, index) => cell(`${columnReference(index)}${thisRow}`));
  return `<row r="${nextRow}">${made.join('')}</row>`;
}

/** The rows of a sheet with their numbers. In parts, since a string of 128 KB costs twice as much a character. */
export async function* numbered(lines: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  let [row, number] = [0, ''];
  for await (const line of lines) {
    const bytes = typeof line === 'string' ? Buffer.from(line) : line;
    const parts: Buffer[] = [];
    for (let start = 0; start < bytes.length; start += partBytes) {
      const [rest = '', ...rows] = bytes.toString('latin1', start, start + partBytes).split(nextRow);
      let made = rest.replaceAll(thisRow, number);
      for (const text of rows) {
        number = String((row += 1));
        made += number + text.replaceAll(thisRow, number);
      }
      parts.push(Buffer.from(made, 'latin1'));
    }
    yield Buffer.concat(parts);
  }
}

const partBytes = 16_384;

/** As `AB` of 27. */
export function columnReference(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnReference(Math.floor(index / 26) - 1) + last;
}

/** The number format, the font and the alignment of each style, in their order. */
export const cellStyles = {
  none: [0, 0, 'general'],
  money: [4, 0, 'general'],
  day: [164, 0, 'left'],
  month: [165, 0, 'left'],
  heading: [0, 1, 'general'],
  numberHeading: [0, 1, 'right'],
  boldMoney: [4, 1, 'general'],
} as const;

export type Style = keyof typeof cellStyles;

export const emptyCell: Cell = () => '';

/** @param content its attribute and content, as `reporting.workbook_text` has them */
export function textCell(content: string, style?: Style): Cell {
  return (reference) => `<c r="${reference}"${styled(style)}${content}</c>`;
}

/** Of a word that cells share: every reader takes these, and DuckDB takes a first row of them for heads. */
export const wordCell = (index: string, style?: Style) => textCell(` t="s"><v>${index}</v>`, style);

export function numberCell(value: string, style?: Style, formula = ''): Cell {
  return (reference) => `<c r="${reference}"${styled(style)}>${formula}<v>${value}</v></c>`;
}

function styled(style?: Style): string {
  return style === undefined ? '' : ` s="${Object.keys(cellStyles).indexOf(style)}"`;
}

/** SQL: the day, or the first one of the month; without a time, so that a column has one type. Spreadsheets agree on days from March 1900 on only; earlier ones are texts. */
export function dateCell(kind: 'instant' | 'month', stored: Sql, reference: string): Sql {
  const [pattern, day, style] =
    kind === 'month'
      ? (['YYYY-MM', sql`date_trunc('month', ${stored})::date`, 'month'] as const)
      : (['YYYY-MM-DD', sql`${stored}::date`, 'day'] as const);
  const text = textCell(` t="str"><v>${embedded(sql`to_char(${stored}, ${quoted(pattern)})`)}</v>`);
  const number = numberCell(embedded(sql`${day} - date '1899-12-30'`), style);
  return sql`
    case when ${stored} < '1900-03-01T00:00Z'
      then ${concat(text(reference))}
      else ${concat(number(reference))} end`;
}
