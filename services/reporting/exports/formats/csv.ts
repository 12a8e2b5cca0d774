import type { ReportDefinition } from '../../../../proto/report.ts';
import { linesIn } from '../copied.ts';
import { publicValue } from '../../sql/fields.ts';
import type { RowFormat } from '../../sql/fields.ts';
import { embedded } from '../../sql/concat.ts';
import { nothing } from '../../sql/statement.ts';
import type { Sql } from '../../sql/statement.ts';

export async function* writeCsv({ fields }: ReportDefinition, copied: AsyncIterable<Buffer[]>, totalCount: number) {
  yield Buffer.from(`${Object.keys(fields).join(',')}\r\n`);
  yield* linesIn(copied, totalCount);
}

/** Lines by RFC 4180. */
export const csvRow: RowFormat = {
  cell: (field, stored) => {
    const value = publicValue(field, stored);
    return field.kind === 'id' || field.kind === 'text' ? csvText(value) : value;
  },
  line: ({ fields }, cells) => {
    const values = Object.keys(fields).map((name) => embedded(cells[name] ?? nothing));
    return `${values.join(',')}\r\n`;
  },
};

/**
 * A spreadsheet would run as a formula what begins with = + - @, at the start of a cell or behind what another spreadsheet
 * takes for a separator, quotes and blanks aside: an apostrophe before it makes it text. Numbers stay as they are.
 */
export function csvText(value: Sql): Sql {
  return String.raw`case when ${value} ~ '${special}'
  then '"' || replace(regexp_replace(${value},
    '${formula}', '\1\2''\3', 'g'), '"', '""') || '"'
  else ${value} end` as Sql;
}

const blanks = String.raw`\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;
// Few texts have anything special.
const special = String.raw`[",;\t\r\n]|^[${blanks}]*[=+@＝＋＠－-]`;
const formula = String.raw`(^|[;\t\r\n])(["${blanks}]*)([=+@\t\r＝＋＠－-])`;
