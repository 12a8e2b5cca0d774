import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { closest } from 'fastest-levenshtein';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { hashClientSecret } from '../../services/auth/client-secret.ts';
import { checks } from './checks.ts';
import { FileError, readCsv } from './csv.ts';
import { FieldError } from './fields.ts';
import type { Field } from './fields.ts';
import { importTables } from './tables.ts';
import type { ImportTable } from './tables.ts';

/** The files can't be imported; nothing was changed. The message lists what is wrong, one problem a line. */
export class ImportError extends Error {}

/** Rows of each file that was read, in the order of reading. */
export type RowCounts = Record<string, number>;

type Problem = { table: string; line: number; column?: string; message: string };

const maxProblems = 20;

/**
 * Brings the CSV files of a directory into a migrated database, in one transaction: all of it or nothing.
 * @param onProgress called now and then with the rows read so far
 * @throws ImportError
 */
export async function importDirectory(
  directory: string,
  databaseUrl: string,
  onProgress: (counts: RowCounts) => void = () => undefined,
): Promise<RowCounts> {
  const tables = await tablesIn(directory);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'import' });
  await client.connect();
  try {
    await client.query(
      `begin; set local timezone = 'UTC'; set local client_min_messages = 'warning'; set local work_mem = '64MB'`,
    );
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
    const counts: RowCounts = {};
    const problems: Problem[] = [];
    for (const table of importTables) {
      await client.query(waitingTable(table));
      if (!tables.includes(table) || problems.length >= maxProblems) continue;
      counts[table.name] = 0;
      await readFile(client, table, path.join(directory, `${table.name}.csv`), problems, (rows) => {
        counts[table.name] = rows;
        onProgress(counts);
      });
    }
    for (const table of tables) problems.push(...(await repeatedKeys(client, table)));
    // A problem without a column means rows that don't wait: what refers to them isn't wrong.
    if (problems.every(({ column }) => column !== undefined)) {
      for (const check of checks) problems.push(...(await findProblems(client, check)));
    }
    if (problems.length > 0) throw new ImportError(report(problems));
    for (const table of tables) for (const statement of table.apply) await client.query(statement);
    await client.query('set constraints all immediate');
    for (const { analyze } of tables) await client.query(`analyze ${analyze}`);
    await client.query('commit');
    return counts;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.severity === 'ERROR') {
      throw new ImportError(
        `the database refused the rows: ${[error.message, error.detail].filter(Boolean).join('. ')}`,
        {
          cause: error,
        },
      );
    }
    throw error;
  } finally {
    await client.end();
  }
}

const advisoryLock = 7_215_002;

async function tablesIn(directory: string): Promise<ImportTable[]> {
  const files = await readdir(directory).catch((error: unknown) => {
    throw new ImportError(`${directory}: can't be read`, { cause: error });
  });
  const known = importTables.map(({ name }) => `${name}.csv`);
  const unknown = files.filter((file) => file.endsWith('.csv') && !known.includes(file));
  if (unknown.length > 0) {
    throw new ImportError(
      unknown.map((file) => `${file}: is not a file of the import; the nearest is ${closest(file, known)}`).join('\n'),
    );
  }
  const tables = importTables.filter(({ name }) => files.includes(`${name}.csv`));
  if (tables.length === 0) throw new ImportError(`${directory}: holds none of ${known.join(', ')}`);
  return tables;
}

/** A row that is wrong waits too, without the fields that are, so that what refers to it isn't wrong as well. */
function waitingTable({ name, columns }: ImportTable): string {
  const definitions = Object.entries(columns).map(([column, { type }]) => `${column} ${type}`);
  return `create temporary table import_${name} (line integer, ${definitions.join(', ')}) on commit drop`;
}

async function readFile(
  client: pg.Client,
  table: ImportTable,
  file: string,
  problems: Problem[],
  onRows: (rows: number) => void,
): Promise<void> {
  const copy = `copy import_${table.name} (line, ${Object.keys(table.columns).join(', ')}) from stdin`;
  await pipeline(copyLines(table, file, problems, onRows), client.query(copyFrom(copy)));
}

/** A file that can't be read on is a problem like the others: the rows so far wait, and the transaction lives. */
async function* copyLines(
  table: ImportTable,
  file: string,
  problems: Problem[],
  onRows: (rows: number) => void,
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
        lines += copyLine(table.name, header.columns, line, fields, problems);
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

/** A column of the table, and where the file has it. */
type Column = { column: string; field: Field; position: number };

function columnsIn(table: ImportTable, line: number, header: string[]): Column[] {
  const columns = Object.keys(table.columns);
  const unknown = header.find((column) => !columns.includes(column));
  if (unknown !== undefined) {
    throw new FileError(line, `column ${unknown} is not known; the columns are ${columns.join(', ')}`);
  }
  const repeated = header.find((column, at) => header.indexOf(column) !== at);
  if (repeated !== undefined) throw new FileError(line, `column ${repeated} stands in the header twice`);
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length > 0) throw new FileError(line, `the header lacks ${missing.join(', ')}`);
  return Object.entries(table.columns).map(([column, field]) => ({ column, field, position: header.indexOf(column) }));
}

function copyLine(table: string, columns: Column[], line: number, fields: string[], problems: Problem[]): string {
  const values = columns.map(({ column, field, position }) => {
    const given = fields[position] ?? '';
    try {
      if (given !== '') return field.read(given);
      if (!field.optional) throw new FieldError('is required');
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      problems.push({ table, line, column, message: error.message });
    }
    return null;
  });
  if (table === 'oauth_applications') hashSecret(values);
  return `${line}\t${values.map((value) => (value === null ? '\\N' : escapeForCopy(value))).join('\t')}\n`;
}

function hashSecret(values: (string | null)[]): void {
  const [clientId, clientSecret] = values;
  if (clientId && clientSecret) values[1] = hashClientSecret(clientId, clientSecret).toString('hex');
}

function escapeForCopy(value: string): string {
  return /[\\\t\n\r]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : value;
}

async function repeatedKeys(client: pg.Client, { name, key }: ImportTable): Promise<Problem[]> {
  return findProblems(client, {
    table: name,
    column: key.join(', '),
    sql: `
      select max(line) as line, 'repeats the key of line ' || min(line) from import_${name}
      where ${key.map((column) => `${column} is not null`).join(' and ')}
      group by ${key.join(', ')} having count(*) > 1`,
  });
}

async function findProblems(
  client: pg.Client,
  { table, column, sql }: { table: string; column: string; sql: string },
): Promise<Problem[]> {
  const found = `select * from (${sql}) as problem (line, message) order by line limit ${maxProblems}`;
  const { rows } = await client.query<{ line: number; message: string }>(found);
  return rows.map(({ line, message }) => ({ table, line, column, message }));
}

function report(problems: Problem[]): string {
  const order = importTables.map(({ name }) => name);
  return problems
    .toSorted((a, b) => order.indexOf(a.table) - order.indexOf(b.table) || a.line - b.line)
    .slice(0, maxProblems)
    .map(
      ({ table, line, column, message }) =>
        `${table}.csv, line ${line}${column ? `, column ${column}` : ''}: ${message}`,
    )
    .join('\n');
}
