import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDatabase, query } from '../test/support/postgres/database.ts';
import { withTemplateDatabase } from '../test/support/postgres/template-database.ts';
import { root } from '../test/support/programs/command.ts';
import { sqlFiles } from './statements.ts';

/** Writes docs/sql. */
await withTemplateDatabase(async () => {
  const files = { ...sqlFiles(), 'triggers.sql': await triggersSql(await createDatabase()) };
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(root, 'docs/sql', file), text);
});

/** The triggers of the reports' tables and their functions, as Postgres prints them. */
async function triggersSql(databaseUrl: string): Promise<string> {
  const printed = await query<{ text: string }>(
    databaseUrl,
    `with triggers as (
       select oid, tgfoid, tgrelid::regclass::text as of_table, tgname from pg_trigger
       where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'reporting'::regnamespace)
     )
     select text from (
       select 1 as part, of_table collate "C" as of_table, tgname::text collate "C" as name, pg_get_triggerdef(oid) as text
       from triggers
       union all
       select 2, '', oid::regprocedure::text collate "C", pg_get_functiondef(oid) from pg_proc
       where oid in (select tgfoid from triggers) and pronamespace = 'reporting'::regnamespace
     ) printed
     order by part, of_table, name`,
  );
  return printed.map(({ text }) => `${text.trimEnd()};\n`).join('\n');
}
