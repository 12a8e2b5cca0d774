import type { Field, Fields } from '../../../../proto/report.ts';
import type { Row } from '../copied.ts';
import type { RowWriter } from './row-writer.ts';
import { cellStyles, sheetEnd, sheetStart } from './xlsx-parts.ts';

/** A sheet: a heading that stays in sight and filters, and the rows. */
export function sheetWriter(fields: Fields): RowWriter {
  const columns = Object.entries(fields).map(([name, field], index) => ({
    name,
    reference: columnReference(index),
    cell: cellOf(field),
  }));
  let number = 1;
  return {
    begin: (firstRows) => {
      const heading = columns.map(({ name, reference }) => textCell(`${reference}1`, name, cellStyles.heading));
      return `${sheetStart(columns.map(({ name }, index) => widthOf(name, index, firstRows)))}<row r="1">${heading.join('')}</row>`;
    },
    row: (values) => {
      number += 1;
      let cells = '';
      for (const [index, { reference, cell }] of columns.entries()) {
        const value = values[index];
        if (value !== null && value !== undefined) cells += cell(`${reference}${number}`, value);
      }
      return `<row r="${number}">${cells}</row>`;
    },
    finish: () => sheetEnd(`${columns.at(-1)?.reference}${number}`),
  };
}

/** As wide as the heading with its filter's button, and the values of the first rows, within reason. */
function widthOf(name: string, index: number, firstRows: Row[]): number {
  const lengths = firstRows.map((row) => row[index]?.length ?? 0);
  return Math.min(50, Math.max(name.length + 4, ...lengths.map((length) => length + 2)));
}

function columnReference(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnReference(Math.floor(index / 26) - 1) + last;
}

function cellOf({ kind }: Field): (reference: string, value: string) => string {
  switch (kind) {
    case 'id':
    case 'text':
    case 'status':
      return textCell;
    case 'count':
    case 'percentage':
      return numberCell;
    case 'money':
      return (reference, value) => numberCell(reference, value, cellStyles.money);
    case 'instant':
      // Spreadsheets agree on days from March 1900 on alone, counted so that 1970 begins with day 25569.
      return (reference, value) => {
        if (value < '1900-03-01' || value.length !== '1900-03-01T00:00:00.000Z'.length)
          return textCell(reference, value);
        const style = value.endsWith('T00:00:00.000Z') ? cellStyles.day : cellStyles.instant;
        return numberCell(reference, String(Date.parse(value) / 86_400_000 + 25_569), style);
      };
    default:
      return kind satisfies never;
  }
}

function numberCell(reference: string, value: string, style = 0): string {
  return `<c r="${reference}" s="${style}"><v>${value}</v></c>`;
}

/** Text is never a formula. As much of it as a cell holds. */
function textCell(reference: string, value: string, style = 0): string {
  const text = value.length > 32_767 ? value.slice(0, 32_767).toWellFormed() : value;
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${special.test(text) ? escaped(text) : text}</t></is></c>`;
}

// eslint-disable-next-line no-control-regex -- what XML can't have
const control = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// Few texts have anything special.
const special = new RegExp(`[&<>\\r]|_x[0-9A-Fa-f]{4}_|${control.source}`);

/** What XML can't have is replaced, and what would be read as an escape is escaped. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '_x000D_')
    .replace(control, '\uFFFD');
}
