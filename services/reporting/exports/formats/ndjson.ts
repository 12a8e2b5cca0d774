import { jsonRow } from '../../sql/json.ts';
import type { RowFormat } from '../../sql/fields.ts';

/** The JSON objects of pages, each on a line. */
export const ndjsonRow: RowFormat = {
  ...jsonRow,
  line: (definition, cells) => `${jsonRow.line(definition, cells)}\n`,
};
