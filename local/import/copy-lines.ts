import type { SecretHasher } from './client-secrets.ts';
import { FileError, readCsv } from './csv.ts';
import { FieldError } from './fields.ts';
import type { Field } from './fields.ts';
import { maxProblems } from './problems.ts';
import type { Problem } from './problems.ts';
import type { ImportTable } from './tables.ts';

/** The rows of a file as COPY takes them. A file that can't be read further is a problem like the others. */
export async function* copyLines(
  table: ImportTable,
  file: string,
  problems: Problem[],
  onRows: (rows: number) => void,
  secrets?: SecretHasher,
): AsyncGenerator<string> {
  let header: { length: number; columns: Column[] } | undefined;
  let rows = 0;
  let lines = '';
  try {
    for await (const { line, fields } of readCsv(file)) {
      if (!header) {
        header = { length: fields.length, columns: columnsIn(table, line, fields) };
        continue;
      }
      rows += 1;
      if (fields.length !== header.length) {
        const message = `has ${fields.length} fields where the header has ${header.length}`;
        problems.push({ table: table.name, line, message });
      } else {
        const values = readValues(table.name, header.columns, line, fields, problems);
        secrets?.hash(line, values);
        lines += copyLine(line, values);
      }
      if (problems.length >= maxProblems) break;
      if (lines.length > 65_536) {
        yield lines;
        lines = '';
        onRows(rows);
      }
    }
    if (!header) throw new FileError(1, 'has no header row');
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    problems.push({ table: table.name, line: error.line, message: error.message });
  }
  yield lines;
  onRows(rows);
}

type Column = { column: string; field: Field; position: number };

/** The position of a column that the header lacks. */
const absent = -1;

function columnsIn(table: ImportTable, line: number, header: string[]): Column[] {
  const columns = Object.keys(table.columns);
  const [first = ''] = header;
  const separator = /[;\t]/.exec(first)?.[0];
  if (header.length === 1 && separator !== undefined) {
    throw new FileError(line, `the fields are separated by ${separator === ';' ? ';' : 'tabs'}, and must be by ,`);
  }
  const unknown = header.find((column) => !columns.includes(column));
  if (unknown !== undefined) {
    throw new FileError(line, `column ${unknown} is not known; the columns are ${columns.join(', ')}`);
  }
  const repeated = header.find((column, at) => header.indexOf(column) !== at);
  if (repeated !== undefined) throw new FileError(line, `column ${repeated} stands in the header twice`);
  const missing = columns.filter((column) => !header.includes(column) && table.columns[column]?.default === undefined);
  if (missing.length > 0) throw new FileError(line, `the header lacks ${missing.join(', ')}`);
  return Object.entries(table.columns).map(([column, field]) => ({ column, field, position: header.indexOf(column) }));
}

function readValues(table: string, columns: Column[], line: number, fields: string[], problems: Problem[]) {
  return columns.map(({ column, field, position }) => {
    const given = (position === absent ? field.default : fields[position]) ?? '';
    try {
      if (given !== '') return field.read(given);
      if (!field.optional) throw new FieldError('is required');
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      problems.push({ table, line, column, message: error.message });
    }
    return null;
  });
}

function copyLine(line: number, values: (string | null)[]): string {
  return `${line}\t${values.map((value) => (value === null ? '\\N' : escapeForCopy(value))).join('\t')}\n`;
}

function escapeForCopy(value: string): string {
  return /[\\\t\n\r]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : value;
}
