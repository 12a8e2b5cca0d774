import { publicValue } from '../../sql/fields.ts';
import type { RowFormat } from '../../sql/fields.ts';

/** A column of text for each field. */
export const textColumns: RowFormat = {
  cell: (field, stored) => `(${publicValue(field, stored)})::text`,
};
