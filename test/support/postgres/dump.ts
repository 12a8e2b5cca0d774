import { withClient } from './database.ts';

/** The rows of every table that the import writes to, as text by table, each with the transaction that wrote it. */
export type Dump = Record<string, { row: string; xmin: string }[]>;

export async function dumpTables(databaseUrl: string): Promise<Dump> {
  return withClient(databaseUrl, async (client) => {
    await client.query(`begin isolation level repeatable read; set local timezone = 'UTC'`);
    const dump: Dump = {};
    for (const table of importedTables) {
      const { rows } = await client.query<{ row: string; xmin: string }>(
        `select t::text as row, xmin::text from ${table} t order by t::text collate "C"`,
      );
      dump[table] = rows;
    }
    return dump;
  });
}

/** Only the rows, for databases that were written at different times; without the hashes of given secrets, whose peppers may be random. */
export function rowsOf(dump: Dump): Record<string, string[]> {
  const withoutHash = (row: string) => row.replace(hashOfGiven, 'a hash');
  return Object.fromEntries(
    Object.entries(dump).map(([table, rows]) => [table, rows.map(({ row }) => withoutHash(row))]),
  );
}

/** `$hmac-sha256$` and what follows, as the text of a row has it. */
const hashOfGiven = /\\\\x24686d61632d73686132353624[\da-f]+/;

const importedTables = [
  'auth.users',
  'auth.oauth_applications',
  'reporting.companies',
  'reporting.people',
  'reporting.teams',
  'reporting.contracts',
  'reporting.scheduled_payments',
  'reporting.timesheet_days',
];
