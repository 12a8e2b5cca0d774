import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { closest } from 'fastest-levenshtein';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { checks } from './checks.ts';
import { openSecretHasher } from './client-secrets.ts';
import type { SecretHasher } from './client-secrets.ts';
import { copyLines } from './copy-lines.ts';
import { maxProblems, report } from './problems.ts';
import type { Problem } from './problems.ts';
import { importTables } from './tables.ts';
import type { ImportTable } from './tables.ts';

/** The files can't be imported; nothing was changed. The message lists what is wrong, one problem a line. */
export class ImportError extends Error {}

/** Rows of each file that was read, in the order of reading. */
export type RowCounts = Record<string, number>;

type Observers = {
  /** Called now and then with the rows read so far. */
  onProgress?: (counts: RowCounts) => void;
  /** Called once all is imported, with what should be changed nevertheless. */
  onWarning?: (warning: string) => void;
};

/**
 * Brings the CSV files of a directory into a migrated database, in one transaction: all of it or nothing.
 * @throws ImportError
 */
export async function importDirectory(
  directory: string,
  databaseUrl: string,
  { onProgress, onWarning }: Observers = {},
): Promise<RowCounts> {
  const tables = await tablesIn(directory);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'import' });
  await client.connect();
  try {
    await client.query(
      `begin; set local timezone = 'UTC'; set local client_min_messages = 'warning'; set local work_mem = '64MB'`,
    );
    await client.query(endsWithItsClient);
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
    const counts: RowCounts = {};
    const problems: Problem[] = [];
    const secrets = await openSecretHasher(client);
    for (const table of importTables) {
      await client.query(waitingTable(table));
      if (!tables.includes(table) || problems.length >= maxProblems) continue;
      counts[table.name] = 0;
      const onRows = (rows: number) => {
        counts[table.name] = rows;
        onProgress?.(counts);
      };
      const file = path.join(directory, `${table.name}.csv`);
      await readFile(client, table, file, problems, onRows, table.name === 'oauth_applications' ? secrets : undefined);
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
    const warning = secrets.warning();
    if (warning !== undefined) onWarning?.(warning);
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

/** A backend whose client was killed would else work on until the end of its statement. Not every system can do this. */
const endsWithItsClient = `
  do $$ begin
    perform set_config('client_connection_check_interval', '2s', true);
  exception when others then null;
  end $$`;

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
  secrets?: SecretHasher,
): Promise<void> {
  const copy = `copy import_${table.name} (line, ${Object.keys(table.columns).join(', ')}) from stdin`;
  await pipeline(copyLines(table, file, problems, onRows, secrets), client.query(copyFrom(copy)));
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
