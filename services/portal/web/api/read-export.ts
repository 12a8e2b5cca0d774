import { Failure } from './failure.ts';
import type { Session } from './session.ts';

const types = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv' };

export type Format = keyof typeof types;
export type Progress = { rows: number; bytes: number; total: number | undefined };

/** Without it, Excel reads a CSV file as text of the computer's own code page. */
const byteOrderMark = new Uint8Array([0xef, 0xbb, 0xbf]);

/**
 * Reads an export to its end.
 * @throws Failure; `cut_short` where the connection broke, since part of a report isn't a report
 */
export async function readExport(
  session: Session,
  path: string,
  format: Format,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<{ name: string; file: Blob; rows: number }> {
  const type = types[format];
  const { headers, body } = await session.ask(path, { headers: { Accept: type }, signal });
  const requestId = headers.get('X-Request-Id') ?? undefined;
  if (!headers.get('Content-Type')?.startsWith(type)) {
    throw new Failure('unreadable', 'The answer is no export.', { requestId });
  }
  const total = Number(headers.get('X-Total-Count'));
  // A workbook is compressed, so the number of rows received is unknown.
  const countRows = format === 'csv' ? rowCounter() : undefined;
  const chunks = format === 'csv' ? [byteOrderMark] : [];
  let bytes = 0;
  try {
    const reader = body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      chunks.push(read.value);
      bytes += read.value.length;
      onProgress(countRows ? { rows: countRows(read.value), bytes, total } : { rows: 0, bytes, total: undefined });
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Failure('cut_short', 'The connection ended before the last row.', { requestId });
  }
  const name = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? `report.${format}`;
  return { name, file: new Blob(chunks, { type }), rows: total };
}

const [lineFeed, quote] = [10, 34];

/** Counts the rows of CSV that have ended: a line is one, but neither the header nor a line within quotes. */
function rowCounter(): (chunk: Uint8Array) => number {
  let rows = -1;
  let quoted = false;
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === quote) quoted = !quoted;
      else if (byte === lineFeed && !quoted) rows += 1;
    }
    return Math.max(0, rows);
  };
}
