import type { Fields } from '../../../../proto/report.ts';
import type { RowWriter } from './row-writer.ts';

/** Lines by RFC 4180, under a heading. */
export function csvWriter(fields: Fields): RowWriter {
  const isText = Object.values(fields).map(({ kind }) => kind === 'id' || kind === 'text');
  return {
    begin: () => `${Object.keys(fields).join(',')}\r\n`,
    row: (values) => {
      const cells = values.map((value, column) => (value !== null && isText[column] ? csvText(value) : value));
      return `${cells.join(',')}\r\n`;
    },
    finish: () => '',
  };
}

/**
 * A spreadsheet would run as a formula what begins with = + - @, at the start of a cell or behind what another spreadsheet
 * takes for a separator, quotes and blanks aside: an apostrophe before it makes it text. Numbers stay as they are.
 */
export function csvText(value: string): string {
  if (!special.test(value)) return value;
  return `"${value.replace(formula, "$1$2'$3").replaceAll('"', '""')}"`;
}

// Few texts have anything special.
const special = /[",;\t\r\n]|^\s*[=+@＝＋＠－-]/;
const formula = /(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])/g;
