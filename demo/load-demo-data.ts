import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { connect } from '../runtime/postgres/session.ts';
import { importDirectory } from '../import/import-directory.ts';
import type { RowCounts } from '../import/tables.ts';

/** Loads the demo if the database holds no company. @returns how many rows it loaded, by file; undefined where it loaded none */
export async function loadDemoData(
  databaseUrl: string,
  directory: string,
  peppers: Buffer[],
): Promise<RowCounts | undefined> {
  if (await hasRow(databaseUrl, 'select from reporting.companies limit 1')) return undefined;
  const files = path.join(directory, 'demo-data');
  await writeDemoData(files);
  return importDirectory(files, databaseUrl, { peppers });
}

/** Writes the demo's data as files of the import. */
export async function writeDemoData(directory: string): Promise<void> {
  const content = await promisify(brotliDecompress)(
    await readFile(path.join(import.meta.dirname, 'demo-data.json.br')),
  );
  await mkdir(directory, { recursive: true });
  for (const [name, text] of Object.entries(JSON.parse(content.toString()) as Record<string, string>)) {
    await writeFile(path.join(directory, name), text);
  }
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
