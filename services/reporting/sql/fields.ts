import type { Field, Fields, ReportDefinition } from '../../../proto/report.ts';
import { concat } from './concat.ts';
import { identifier, list, nothing, sql } from './statement.ts';
import type { Sql, Value } from './statement.ts';

/** The SQL expression of what is stored of each field. One that may be null is refused for a field that is never missing. */
export type Expressions<Of extends Fields> = { [Name in keyof Of]: ExpressionOf<Of[Name]> };

type ExpressionOf<Of extends Field> = Of extends { missing: string }
  ? Value
  : 'missing' extends keyof Of
    ? Sql
    : Value<'never null'>;

/** What the text of a row depends on. */
export type RowDefinition = Pick<ReportDefinition, 'fields'>;

/** How Postgres writes the rows of a file: the cell of each value, and the text that they are embedded in; without one, each is a column. */
export type RowFormat = {
  cell: (field: Field, stored: Sql) => Sql;
  line?: (definition: RowDefinition, cells: Record<string, Sql>) => string;
};

/** What a statement selects for a row of a file. */
export function fileColumns(format: RowFormat, definition: ReportDefinition, expressions: Expressions<Fields>): Sql {
  const cells = cellsOf(format, definition.fields, expressions);
  return format.line ? sql`${concat(format.line(definition, cells))} as line` : asColumns(cells);
}

export function asColumns(cells: Record<string, Sql>): Sql {
  return list(Object.entries(cells).map(([name, cell]) => sql`${cell} as "${identifier(name)}"`));
}

export function cellsOf<Of extends Fields>(
  { cell }: RowFormat,
  fields: Of,
  expressions: Expressions<Of>,
): Record<keyof Of & string, Sql> {
  const cells = Object.entries(fields).map(([name, field]) => [name, cell(field, expressions[name] ?? nothing)]);
  return Object.fromEntries(cells) as Record<keyof Of & string, Sql>;
}

/** As JSON and files show it. For a column of two decimals, the planner drops the cast. Most instants begin a day, whose text takes half the time. */
export function publicValue({ kind }: Field, stored: Sql): Sql {
  switch (kind) {
    case 'money':
    case 'percentage':
      return sql`(${stored})::numeric(1000, 2)`;
    case 'instant':
      return sql`
        case when ${stored} = ${stored}::date then ${stored}::date || 'T00:00:00.000Z'
          else to_char(${stored}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`;
    default:
      return stored;
  }
}
