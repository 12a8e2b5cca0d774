import { foldFields } from '../../../../proto/report.ts';
import type { FieldKind, ReportDefinition } from '../../../../proto/report.ts';
import type { Row, RowWriter } from './row-writer.ts';

const numbers: FieldKind[] = ['count', 'money', 'percentage'];

/** The JSON objects of pages, each on a line. */
export function ndjsonWriter({ fields, withoutTeam }: ReportDefinition): RowWriter {
  const columns = Object.keys(fields);
  const team = columns.indexOf('teamId');
  const json = foldFields<typeof fields, (row: Row) => string>(
    fields,
    ({ kind }, name) => {
      const column = columns.indexOf(name);
      return numbers.includes(kind) ? (row) => String(row[column]) : (row) => JSON.stringify(row[column]);
    },
    (members, path) => {
      if (path === 'team' || (path === 'contract.team' && withoutTeam === 'null')) {
        const object = jsonObject(members);
        return (row) => (row[team] === null ? 'null' : object(row));
      }
      if (members.team === undefined || path !== 'contract' || withoutTeam === 'null') return jsonObject(members);
      const { team: _, ...others } = members;
      const [object, objectWithoutTeam] = [jsonObject(members), jsonObject(others)];
      return (row) => (row[team] === null ? objectWithoutTeam(row) : object(row));
    },
  );
  return { begin: () => '', row: (row) => `${json(row)}\n`, finish: () => '' };
}

function jsonObject(members: Record<string, (row: Row) => string>): (row: Row) => string {
  const parts = Object.entries(members).map(([name, value], index) => ({
    before: `${index === 0 ? '{' : ','}"${name}":`,
    value,
  }));
  return (row) => {
    let text = '';
    for (const { before, value } of parts) text += before + value(row);
    return `${text}}`;
  };
}
