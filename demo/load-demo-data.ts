import path from 'node:path';
import { connect } from '../runtime/postgres/session.ts';
import type { RowCounts } from '../import/import-directory.ts';

/** Loads the demo if the database holds no company. @returns how many rows it loaded, by file; undefined where it loaded none */
export async function loadDemoData(
  databaseUrl: string,
  directory: string,
  peppers: Buffer[],
): Promise<RowCounts | undefined> {
  if (await hasRow(databaseUrl, 'select from reporting.companies limit 1')) return undefined;
  // Loaded here because both are slow to import, and a later start needs neither.
  const { writeDemoData } = await import('./demo-data.ts');
  const { importDirectory } = await import('../import/import-directory.ts');
  const files = path.join(directory, 'demo-data');
  await writeDemoData(files);
  return importDirectory(files, databaseUrl, { peppers });
}

export async function hasRow(databaseUrl: string, query: string, values: unknown[] = []): Promise<boolean> {
  const client = await connect({ connectionString: databaseUrl });
  try {
    const { rowCount } = await client.query(query, values);
    return rowCount !== 0;
  } finally {
    await client.end();
  }
}
