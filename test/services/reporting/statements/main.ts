import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDatabase } from '../../../support/postgres/database.ts';
import { withTemplateDatabase } from '../../../support/postgres/template-database.ts';
import { root } from '../../../support/programs/command.ts';
import { sqlFiles } from './statements.ts';
import { triggersSql } from './triggers.ts';

/** Writes docs/sql. */
await withTemplateDatabase(async () => {
  const files = { ...sqlFiles(), 'triggers.sql': await triggersSql(await createDatabase()) };
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(root, 'docs/sql', file), text);
});
