import { foldFields } from '../../../proto/report.ts';
import type { Field, Fields, ReportDefinition } from '../../../proto/report.ts';
import { concat } from './concat.ts';
import { list, sql } from './statement.ts';

/** The SQL expression of what is stored of each field. */
export type Expressions<Of extends Fields> = Record<keyof Of, string>;

/** How Postgres writes the rows of a file: the cell of each value, and the text that they are embedded in; without one, each is a column. */
export type RowFormat = {
  cell: (field: Field, stored: string) => string;
  line?: (definition: ReportDefinition, cells: Record<string, string>) => string;
};

/** What a statement selects for a row of a file. */
export function fileColumns(format: RowFormat, definition: ReportDefinition, expressions: Expressions<Fields>): string {
  const cells = cellsOf(format, definition.fields, expressions);
  return format.line ? `${concat(format.line(definition, cells))} as line` : asColumns(cells);
}

export function asColumns(cells: Record<string, string>): string {
  return list(Object.entries(cells).map(([name, cell]) => `${cell} as "${name}"`));
}

export function cellsOf<Of extends Fields>(
  { cell }: RowFormat,
  fields: Of,
  expressions: Expressions<Of>,
): Record<keyof Of & string, string> {
  const cells = Object.entries(fields).map(([name, field]) => [name, cell(field, expressions[name] ?? '')]);
  return Object.fromEntries(cells) as Record<keyof Of & string, string>;
}

/** The JSON object of the fields. */
export function jsonOf<Of extends Fields>(
  fields: Of,
  expressions: Expressions<Of>,
  withoutTeam?: ReportDefinition['withoutTeam'],
): string {
  return foldFields(
    fields,
    (field, name) => publicValue(field, expressions[name]),
    (members, path) => {
      const object = jsonObject(members);
      if (path === 'team' || path === 'contract.team') return `case when team.id is not null then ${object} end`;
      // Of a contract, only the team may be null.
      return path === 'contract' && withoutTeam === 'absent' ? `json_strip_nulls(${object})` : object;
    },
  );
}

/** A JSON array, null where it is empty. Without the blanks of `json_agg`. */
export function jsonArray(element: string, position: string): string {
  return `'[' || string_agg(${element}::text, ',' order by ${position}) || ']'`;
}

/** Without the blanks of `json_build_object`. */
function jsonObject(members: Record<string, string>): string {
  const columns = list(Object.entries(members).map(([name, value]) => `${value} as "${name}"`));
  if (columns.length < 150 && !columns.includes('\n'))
    return `row_to_json((select json from (select ${columns}) json))`;
  return sql`
    row_to_json((select json from (select
      ${columns}
    ) json))`;
}

/** As JSON and files show it. Most instants begin a day, whose text takes half the time. */
export function publicValue({ kind }: Field, stored: string): string {
  switch (kind) {
    case 'money':
    case 'percentage':
      return `round(${stored}, 2)`;
    case 'instant':
      return `case when ${stored} = ${stored}::date then ${stored}::date || 'T00:00:00.000Z' else to_char(${stored}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`;
    default:
      return stored;
  }
}
