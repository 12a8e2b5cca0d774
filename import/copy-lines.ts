import type { SecretHasher } from './client-secrets.ts';
import { FileError, readCsv } from './csv.ts';
import { FieldError, quoted } from './fields.ts';
import type { Field } from './fields.ts';
import type { Problems } from './problems.ts';
import type { ImportTable } from './tables.ts';

/** The rows of a file as COPY takes them. A file that can't be read further is a problem like the others. */
export async function* copyLines(
  table: ImportTable,
  file: string,
  needsEnd: boolean,
  problems: Problems,
  onRows: (rows: number) => void,
  secrets?: SecretHasher,
): AsyncGenerator<string> {
  let header: { length: number; columns: Column[] } | undefined;
  let rows = 0;
  let lines = '';
  try {
    for await (const { line, fields } of readCsv(file, needsEnd)) {
      if (!header) {
        // A line by which a spreadsheet names the separator.
        if (line === 1 && /^sep=/i.test(fields[0] ?? '')) continue;
        const names = withoutEmptyEnd(fields.map((name) => name.trim()));
        header = { length: names.length, columns: columnsIn(table, line, names) };
        continue;
      }
      if (fields.every((field) => field === '')) continue;
      rows += 1;
      if (!isWhole(fields, header)) {
        const message = `has ${fields.length} fields where the header has ${header.length}`;
        problems.add({ table: table.name, line, message });
      } else {
        const values = readValues(table.name, header.columns, line, fields, problems);
        secrets?.hash(line, values);
        lines += copyLine(line, values);
      }
      if (problems.areEnough()) break;
      if (lines.length > 65_536) {
        yield lines;
        lines = '';
        onRows(rows);
      }
    }
    if (!header) throw new FileError(1, 'has no header row');
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    problems.add({ table: table.name, line: error.line, message: error.message });
  }
  yield lines;
  onRows(rows);
}

type Column = { column: string; field: Field; position: number };

/** The position of a column that the header lacks. */
const absent = -1;

function columnsIn(table: ImportTable, line: number, header: string[]): Column[] {
  const columns = Object.keys(table.columns);
  const unknown = header.find((column) => !columns.includes(column));
  if (unknown !== undefined) {
    throw new FileError(line, `column ${quoted(unknown)} is not known; the columns are ${columns.join(', ')}`);
  }
  const repeated = header.find((column, at) => header.indexOf(column) !== at);
  if (repeated !== undefined) throw new FileError(line, `column ${quoted(repeated)} is in the header twice`);
  const missing = columns.filter((column) => !header.includes(column) && table.columns[column]?.default === undefined);
  if (missing.length > 0) throw new FileError(line, `the header lacks ${missing.join(', ')}`);
  return Object.entries(table.columns).map(([column, field]) => ({ column, field, position: header.indexOf(column) }));
}

/** Spreadsheets write rows with more empty fields at their end than the header has, or without those that they could have. */
function isWhole(fields: string[], { length, columns }: { length: number; columns: Column[] }): boolean {
  if (fields.slice(length).some((field) => field !== '')) return false;
  const missing = columns.filter(({ position }) => position >= fields.length);
  return missing.every(({ field: { optional, isBlankAllowed } }) => optional || isBlankAllowed);
}

function withoutEmptyEnd(names: string[]): string[] {
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}

function readValues(table: string, columns: Column[], line: number, fields: string[], problems: Problems) {
  return columns.map(({ column, field, position }) => {
    const given = (position === absent ? field.default : fields[position]) ?? '';
    try {
      if (given !== '') return field.read(given);
      if (field.isBlankAllowed) return '';
      if (!field.optional) throw new FieldError('is required');
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      problems.add({ table, line, column, message: error.message });
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
