import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Rows of the files of an import by file, each row with the same columns. Null and the empty text are an empty field. */
export type CsvTables = Record<string, Record<string, string | number | null>[]>;

export async function writeCsvFiles(directory: string, tables: CsvTables): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [name, rows] of Object.entries(tables)) {
    if (rows.length === 0) continue;
    await pipeline(Readable.from(csvLines(rows)), createWriteStream(path.join(directory, `${name}.csv`)));
  }
}

function* csvLines(rows: CsvTables[string]): Generator<string> {
  const [first = {}] = rows;
  yield `${Object.keys(first).join(',')}\r\n`;
  for (const row of rows) yield `${Object.values(row).map(csvField).join(',')}\r\n`;
}

function csvField(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
