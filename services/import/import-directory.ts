import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { connect } from '../../runtime/postgres/session.ts';
import { rollUps } from '../reporting/sql/summed-tables.ts';
import { checks } from './checks.ts';
import { openSecretHasher } from './client-secrets.ts';
import { copyLines } from './copy-lines.ts';
import type { Allowed } from './copy-lines.ts';
import { createProblems } from './problems.ts';
import type { Problem, Problems } from './problems.ts';
import { importTables } from './tables.ts';
import type { ImportTable, RowCounts } from './tables.ts';
import { upsertStatements } from './upserts.ts';
import type { Upsert } from './upserts.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';

type Options = Allowed & {
  /** As AUTH_SECRET_PEPPER of auth. */
  peppers?: Buffer[];
  /** Called now and then with the rows read so far. */
  onProgress?: (counts: RowCounts) => void;
};

/** All of it or nothing, in one transaction. @throws ExplainedError */
export async function importDirectory(
  directory: string,
  databaseUrl: string,
  { peppers = [], onProgress, ...allowed }: Options = {},
): Promise<RowCounts> {
  const { tables, unknown } = await filesIn(directory);
  const client = await connect({ connectionString: databaseUrl, application_name: 'import' });
  try {
    await client.query(
      `begin isolation level read committed; set local client_min_messages = 'warning'; set local work_mem = '64MB';
       set local citus.multi_shard_modify_mode = 'sequential'`,
    );
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
    const citus = await client.query(`select from pg_extension where extname = 'citus'`);
    const isDistributed = citus.rowCount === 1;
    const counts: RowCounts = {};
    const absent: Record<string, string[]> = {};
    const problems = createProblems();
    const hashSecret = await openSecretHasher(client, peppers);
    for (const table of importTables) {
      await client.query(waitingTable(table));
      if (!tables.includes(table) || problems.areEnough()) continue;
      const onRows = (rows: number) => {
        counts[table.name] = rows;
        onProgress?.(counts);
      };
      const file = path.join(directory, `${table.name}.csv`);
      const hasher = table.name === 'oauth_applications' ? hashSecret : undefined;
      const copy = `copy import_${table.name} (line, ${Object.keys(table.columns).join(', ')}) from stdin`;
      const onAbsent = (columns: string[]) => void (absent[table.into] = columns);
      const lines = copyLines(table, file, allowed, problems, onRows, onAbsent, hasher);
      await pipeline(lines, client.query(copyFrom(copy)));
    }
    await client.query(contractsAndTeams(isDistributed));
    for (const table of tables) await findRepeatedKeys(client, table, problems);
    // A problem without a column, or a file of another name, means rows that don't wait: what refers to them isn't wrong.
    if (unknown.length === 0 && problems.areOfFields()) {
      for (const check of checks) await findProblems(client, check, problems);
    }
    const found = [...unknown, ...problems.report()];
    if (found.length > 0) throw new ExplainedError(found.join('\n'));
    for (const change of tables.flatMap(({ apply }) => apply)) {
      const statements =
        typeof change === 'string' ? [change] : upsertStatements(change, isDistributed, absent[change.into]);
      const ranges = typeof change === 'string' ? [[]] : await lineRanges(client, change);
      for (const statement of statements) for (const range of ranges) await client.query(statement, range);
    }
    await client.query('set constraints all immediate');
    const filledRollUps = rollUps.filter(({ of }) => tables.some(({ name }) => name === of));
    const filled = [...tables.map(({ into }) => into), ...filledRollUps.map(({ name }) => `reporting.${name}`)];
    const analyses = filled.map((table) => `analyze ${table}`);
    // Citus has no way to do it in a transaction that wrote the copies of a table on several nodes.
    const last = isDistributed ? ['commit', ...analyses] : [...analyses, 'commit'];
    for (const statement of last) await client.query(statement);
    return counts;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.severity === 'ERROR') {
      const reason = [error.message, error.detail].filter(Boolean).join('. ');
      throw new ExplainedError(`the database refused the rows: ${reason}`, { cause: error });
    }
    throw error;
  } finally {
    await client.end();
  }
}

const advisoryLock = 7_215_002;

/** The files of the import, and remarks on other files. */
async function filesIn(directory: string): Promise<{ tables: ImportTable[]; unknown: string[] }> {
  const all = await readdir(directory).catch((error: unknown) => {
    throw new ExplainedError(`${directory}: can't be read`, { cause: error });
  });
  // Systems and Excel write ._people.csv and ~$people.csv beside the files that they belong to.
  const files = all.filter((file) => !/^(\.|~\$)/.test(file));
  const known = importTables.map(({ name }) => `${name}.csv`);
  const unknown = files
    .filter((file) => /\.csv$/i.test(file) && !known.includes(file))
    .toSorted()
    .map((file) => `${file}: is not a file of the import; the files are ${known.join(', ')}`);
  const tables = importTables.filter(({ name }) => files.includes(`${name}.csv`));
  if (tables.length > 0) return { tables, unknown };
  throw new ExplainedError([...unknown, `${directory}: holds none of ${known.join(', ')}`].join('\n'));
}

/** A row that is wrong waits too, without the fields that are, so that what refers to it isn't wrong as well. */
function waitingTable({ name, columns }: ImportTable): string {
  const definitions = Object.entries(columns).map(([column, { type }]) => `${column} ${type}`);
  return `create temporary table import_${name} (line integer, ${definitions.join(', ')}) on commit drop`;
}

/** What rows of the files refer to: as the database has it, and as it will be. Citus joins it to the files where it is local. */
function contractsAndTeams(isDistributed: boolean): string {
  const current = (name: string, columns: string, named: string) => `
    create temporary ${isDistributed ? 'table' : 'view'} current_${name} as
    select ${columns} from reporting.${name} ${isDistributed ? `where ${named}` : ''}`;
  return `
    ${current('teams', 'company_id, id', 'id in (select id from import_teams union select team_id from import_contracts)')};
    ${current(
      'contracts',
      'company_id, id, type, team_id',
      `id in (select id from import_contracts
              union select contract_id from import_scheduled_payments
              union select contract_id from import_timesheet_days)
       or team_id in (select id from import_teams)`,
    )};
    create temporary view resulting_contracts as
    select company_id, id, type from import_contracts
    union all
    select company_id, id, type from current_contracts c where not exists (select from import_contracts i where i.id = c.id)`;
}

const linesAtOnce = 100_000;

/** The values of the statements of an upsert. */
async function lineRanges(client: pg.Client, { linesOf }: Upsert): Promise<string[][]> {
  if (linesOf === undefined) return [[]];
  const { table, day } = linesOf;
  const { rows } = await client.query<{ range: string[] }>(
    `select array[${day}::text, line::text, (lead(${day}, 1, 'infinity') over by_day)::text, (lead(line, 1, 0) over by_day)::text] as range
     from (select ${day}, line, row_number() over (order by ${day}, line) as position from ${table}) numbered
     where position % ${linesAtOnce} = 1
     window by_day as (order by position)`,
  );
  await client.query(`create index on ${table} (${day}, line); analyze ${table}`);
  return rows.map(({ range }) => range);
}

async function findRepeatedKeys(client: pg.Client, { name, key }: ImportTable, problems: Problems): Promise<void> {
  const check = {
    table: name,
    column: key.join(', '),
    sql: `
      select max(line) as line, 'repeats the key of line ' || min(line) from import_${name}
      where ${key.map((column) => `${column} is not null`).join(' and ')}
      group by ${key.join(', ')} having count(*) > 1`,
  };
  await findProblems(client, check, problems);
}

const problemsAtOnce = 20;

async function findProblems(
  client: pg.Client,
  { table, column, sql }: { table: string; column: string; sql: string },
  problems: Problems,
): Promise<void> {
  const { rows } = await client.query<Pick<Problem, 'line' | 'message'> & { count: number }>(
    `select *, count(*) over ()::integer as count from (${sql}) as problem (line, message) order by line limit ${problemsAtOnce}`,
  );
  for (const [index, { line, message, count }] of rows.entries()) {
    problems.add({ table, line, column, message }, index === rows.length - 1 ? count - index : 1);
  }
}
