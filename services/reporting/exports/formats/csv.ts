import type { ReportDefinition } from '../../../../proto/report.ts';
import { linesIn } from '../copied.ts';
import { publicValue } from '../../sql/fields.ts';
import type { RowFormat } from '../../sql/fields.ts';
import { embedded } from '../../sql/concat.ts';
import { nothing, sql } from '../../sql/statement.ts';

export async function* writeCsv({ fields }: ReportDefinition, copied: AsyncIterable<Buffer[]>, totalCount: number) {
  yield Buffer.from(`${Object.keys(fields).join(',')}\r\n`);
  yield* linesIn(copied, totalCount);
}

/** Lines by RFC 4180. */
export const csvRow: RowFormat = {
  cell: (field, stored) => {
    const value = publicValue(field, stored);
    return field.kind === 'id' || field.kind === 'text' ? sql`reporting.csv_text(${value})` : value;
  },
  line: ({ fields }, cells) => {
    const values = Object.keys(fields).map((name) => embedded(cells[name] ?? nothing));
    return `${values.join(',')}\r\n`;
  },
};
