import { foldFields } from '../../../proto/report.ts';
import type { Field, Fields, ReportDefinition } from '../../../proto/report.ts';
import { list, sql } from './statement.ts';

/** The SQL expression of what is stored of each field. */
export type Expressions<Of extends Fields> = Record<keyof Of, string>;

/** The columns of a file, in the order of the fields. */
export function columnList<Of extends Fields>(fields: Of, expressions: Expressions<Of>): string {
  return list(
    Object.entries(fields).map(([name, field]) => `${publicValue(field, expressions[name] ?? '')} as "${name}"`),
  );
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
  if (columns.length < 100) return `row_to_json((select json from (select ${columns}) json))`;
  return sql`
    row_to_json((select json from (select
      ${columns}
    ) json))`;
}

/** As JSON and files show it. */
function publicValue({ kind }: Field, stored: string): string {
  switch (kind) {
    case 'money':
    case 'percentage':
      return `trim_scale(${stored})`;
    case 'instant':
      return `to_char(${stored} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    default:
      return stored;
  }
}
