import { foldFields } from '../../../proto/report.ts';
import type { Field, Fields, ReportDefinition } from '../../../proto/report.ts';
import { sql } from './statement.ts';

/** The SQL expression of what is stored of each field. */
export type Expressions<Of extends Fields> = Record<keyof Of, string>;

/** The columns of a file, in the order of the fields. */
export function columnList<Of extends Fields>(fields: Of, expressions: Expressions<Of>): string {
  return Object.entries(fields)
    .map(([name, field]) => `${publicValue(field, expressions[name] ?? '')} as "${name}"`)
    .join(',\n');
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
      const { team, ...others } = members;
      if (path === 'contract.team' && withoutTeam === 'null') {
        return `case when team.id is not null then ${jsonObject(members)} end`;
      }
      if (team === undefined || withoutTeam !== 'absent') return jsonObject(members);
      return sql`
        case when team.id is null then
          ${jsonObject(others)}
        else
          ${jsonObject(members)}
        end`;
    },
  );
}

function jsonObject(members: Record<string, string>): string {
  const pairs = Object.entries(members).map(([name, value]) => `'${name}', ${value}`);
  return sql`
    json_build_object(
      ${pairs.join(',\n')}
    )`;
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
