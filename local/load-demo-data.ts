import path from 'node:path';
import pg from 'pg';

/** Brings the demo into a database that knows no company yet; any other is its owner's. Its files go below `directory`. */
export async function loadDemoData(databaseUrl: string, directory: string): Promise<void> {
  if (await hasRow(databaseUrl, 'select from reporting.companies limit 1')) return;
  // Loaded here because both are slow to import, and a later start needs neither.
  const { writeDemoData } = await import('./demo-data.ts');
  const { importDirectory } = await import('./import/import-directory.ts');
  const files = path.join(directory, 'demo-data');
  await writeDemoData(files);
  await importDirectory(files, databaseUrl);
}

export async function hasRow(databaseUrl: string, query: string, values: unknown[] = []): Promise<boolean> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rowCount } = await client.query(query, values);
  await client.end();
  return rowCount !== 0;
}
