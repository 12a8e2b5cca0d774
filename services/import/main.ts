import path from 'node:path';
import { waitForDatabase } from '../../runtime/postgres/wait-for-database.ts';
import { isMigrated, migrateUp } from '../migrate/migrate-schema.ts';
import { findDatabase, findPeppers } from './config.ts';
import { hasCompanies } from './has-row.ts';
import { importDirectory } from './import-directory.ts';
import type { RowCounts } from './tables.ts';
import { schemas } from '../migrate/schemas.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';

const usage = `Usage: npm run import -- [--allow-cut-files] [--allow-spreadsheet-ids] [--if-empty] DIRECTORY

Imports the CSV files of a directory, all or nothing, into the database at DATABASE_URL, or else into the database of a running npm start.
--allow-cut-files takes files whose last line has no end. --allow-spreadsheet-ids takes ids of a form that spreadsheets make of others, as 1.2E+15.
--if-empty imports nothing where the database holds companies. The files and their columns: docs/import.md`;

const options = ['--allow-cut-files', '--allow-spreadsheet-ids', '--if-empty'];
const clearLine = '\r\x1b[K';

try {
  const given = process.argv.slice(2);
  if (given[0] === '--help') {
    console.log(usage);
    process.exit();
  }
  const [directory, ...rest] = given.filter((argument) => !options.includes(argument));
  if (directory === undefined || directory.startsWith('-') || rest.length > 0) throw new ExplainedError(usage);
  const databaseUrl = await findDatabase(process.env);
  const peppers = await findPeppers(process.env);
  const startedAt = performance.now();
  await waitForDatabase(databaseUrl, (reason) => console.error(`import: waiting for the database: ${reason}`));
  if (!(await isMigrated(databaseUrl, schemas))) await migrateUp(databaseUrl, schemas);
  if (given.includes('--if-empty') && (await hasCompanies(databaseUrl))) {
    console.log('The database holds companies already. Nothing is imported.');
    process.exit();
  }
  // From the folder in which npm was called, which npm leaves for its own.
  const folder = path.resolve(process.env.INIT_CWD ?? '', directory);
  const counts = await importDirectory(folder, databaseUrl, {
    peppers,
    allowsCutFiles: given.includes('--allow-cut-files'),
    allowsSpreadsheetIds: given.includes('--allow-spreadsheet-ids'),
    ...(process.stderr.isTTY && { onProgress: showProgress() }),
  }).finally(() => process.stderr.isTTY && process.stderr.write(clearLine));
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`Imported ${rows} rows in ${seconds.toFixed(1)} s (${listed(counts)}).`);
} catch (error) {
  if (error instanceof ExplainedError) console.error(error.message);
  else console.error(`The import failed: ${error instanceof Error ? error.message || String(error) : String(error)}`);
  if (!(error instanceof ExplainedError && error.message === usage)) console.error('Nothing was changed.');
  process.exitCode = 1;
}

function showProgress(): (counts: RowCounts) => void {
  let shownAt = 0;
  return (counts) => {
    if (performance.now() - shownAt < 100) return;
    shownAt = performance.now();
    process.stderr.write(clearLine + listed(counts));
  };
}

function listed(counts: RowCounts): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
