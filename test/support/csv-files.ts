import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Rows of the files of an import by file, each row with the same columns. Null and the empty text are an empty field. */
export type CsvTables = Record<string, Record<string, string | number | null>[]>;

export async function writeCsvFiles(directory: string, tables: CsvTables): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [name, rows] of Object.entries(tables)) {
    if (rows.length > 0) await writeFile(path.join(directory, `${name}.csv`), csvText(rows));
  }
}

function csvText(rows: CsvTables[string]): string {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(csvField))];
  return lines.map((fields) => `${fields.join(',')}\r\n`).join('');
}

function csvField(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
