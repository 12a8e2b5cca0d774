import type { HashSecret } from './client-secrets.ts';
import { FileError, readCsv } from './csv.ts';
import type { CsvRow } from './csv.ts';
import { FieldError, quoted } from './fields.ts';
import type { Field } from './fields.ts';
import type { Problems } from './problems.ts';
import type { ImportTable } from './tables.ts';

/**
 * The rows of a file as COPY takes them, counted. A file that can't be read further is a problem like the others.
 * @param onAbsent called with the columns that the file lacks
 */
export async function* copyLines(
  { name, columns: known }: ImportTable,
  file: string,
  { allowsCutFiles = false, allowsSpreadsheetIds = false }: Allowed,
  problems: Problems,
  onRows: (rows: number) => void,
  onAbsent: (columns: string[]) => void,
  hashSecret?: HashSecret,
): AsyncGenerator<string> {
  let header: { length: number; columns: Column[] } | undefined;
  let rows = 0;
  let lines = '';
  try {
    for await (const { line, fields } of readCsv(file, !allowsCutFiles)) {
      if (!header) {
        header = { length: fields.length, columns: columnsIn(known, line, fields) };
        onAbsent(header.columns.flatMap(({ column, position }) => (position < 0 ? column : [])));
        continue;
      }
      if (fields.every((field) => field === '')) continue;
      rows += 1;
      if (fields.length === header.length) {
        const { columns } = header;
        const values = readValues({ line, fields }, { table: name, columns, isAnyId: allowsSpreadsheetIds }, problems);
        hashSecret?.(values);
        lines += copyLine(line, values);
      } else {
        const message = `has ${fields.length} fields where the header has ${header.length}`;
        problems.add({ table: name, line, message });
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
    problems.add({ table: name, line: error.line, message: error.message });
  }
  onRows(rows);
  yield lines;
}

/** What the import takes only if it is told to. */
export type Allowed = {
  /** Files whose last line has no end. */
  allowsCutFiles?: boolean;
  /** Ids of a form that spreadsheets make of others. */
  allowsSpreadsheetIds?: boolean;
};

/** `position` is -1 where the header lacks the column. */
type Column = { column: string; field: Field; position: number };

function columnsIn(known: ImportTable['columns'], line: number, header: string[]): Column[] {
  const columns = Object.keys(known);
  const unknown = header.find((column) => !columns.includes(column));
  if (unknown !== undefined) {
    throw new FileError(line, `column ${quoted(unknown)} is not known; the columns are ${columns.join(', ')}`);
  }
  const repeated = header.find((column, at) => header.indexOf(column) !== at);
  if (repeated !== undefined) throw new FileError(line, `column ${quoted(repeated)} is in the header twice`);
  const missing = columns.filter((column) => !header.includes(column) && known[column]?.default === undefined);
  if (missing.length > 0) throw new FileError(line, `the header lacks ${missing.join(', ')}`);
  return Object.entries(known).map(([column, field]) => ({ column, field, position: header.indexOf(column) }));
}

function readValues(
  { line, fields }: CsvRow,
  { table, columns, isAnyId }: { table: string; columns: Column[]; isAnyId: boolean },
  problems: Problems,
) {
  return columns.map(({ column, field, position }) => {
    const given = fields[position] ?? field.default ?? '';
    try {
      if (given !== '') return field.read(given, isAnyId);
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
  const escaped: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
  return value.replace(/[\\\t\n\r]/g, (character) => escaped[character] ?? character);
}
