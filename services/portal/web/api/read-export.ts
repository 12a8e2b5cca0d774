import { Failure } from './failure.ts';
import type { Session } from './session.ts';

export const formats = {
  csv: { title: 'CSV', type: 'text/csv' },
  xlsx: { title: 'Excel', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  ndjson: { title: 'NDJSON', type: 'application/x-ndjson' },
  parquet: { title: 'Parquet', type: 'application/vnd.apache.parquet' },
} as const;

export type Format = keyof typeof formats;
export type Progress = { rows: number; bytes: number; total: number | undefined };

type Chunk = Uint8Array<ArrayBuffer>;

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
  const countRows = rowCounter(format);
  const chunks: Chunk[] = [];
  let bytes = 0;
  const { headers, total } = await readChunks(session, path, format, signal, (chunk, total) => {
    chunks.push(chunk);
    bytes += chunk.length;
    // These are compressed, so the number of rows received is unknown.
    const isCompressed = format === 'xlsx' || format === 'parquet';
    onProgress(isCompressed ? { rows: 0, bytes, total: undefined } : { rows: countRows(chunk), bytes, total });
  });
  const name = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? `report.${format}`;
  return { name, file: new Blob(chunks, { type: formats[format].type }), rows: total };
}

/**
 * Reads every row of a report, one after another.
 * @returns the version of the data that they are of
 * @throws Failure, as `readExport`
 */
export async function readRows(
  session: Session,
  path: string,
  signal: AbortSignal,
  onRow: (row: unknown) => void,
): Promise<string> {
  const decoder = new TextDecoder();
  let [rest, rows] = ['', 0];
  const { headers, total } = await readChunks(session, path, 'ndjson', signal, (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onRow(JSON.parse(line));
    rows += lines.length;
  });
  if (rows !== total) throw new Failure('cut_short', `Of ${total} rows, ${rows} were received.`);
  return versionOf(headers);
}

/** The version of the company's data that an answer is of. */
export function versionOf(headers: Headers): string {
  return headers.get('Report-Version') ?? '';
}

async function readChunks(
  session: Session,
  path: string,
  format: Format,
  signal: AbortSignal,
  onChunk: (chunk: Chunk, total: number) => void,
): Promise<{ headers: Headers; total: number }> {
  const { type } = formats[format];
  const { headers, body } = await session.ask(path, { headers: { Accept: type }, signal });
  const requestId = headers.get('X-Request-Id') ?? undefined;
  if (!headers.get('Content-Type')?.startsWith(type)) {
    throw new Failure('unreadable', 'The answer is no export.', { requestId });
  }
  const total = Number(headers.get('X-Total-Count'));
  try {
    const reader = body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) onChunk(read.value, total);
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Failure('cut_short', 'The connection ended before the last row.', { requestId });
  }
  return { headers, total };
}

const [lineFeed, quote] = [10, 34];

/** Counts the rows that have ended: a line is one, but in CSV neither the header nor a line within quotes. */
function rowCounter(format: Format): (chunk: Uint8Array) => number {
  let rows = format === 'csv' ? -1 : 0;
  let quoted = false;
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === quote && format === 'csv') quoted = !quoted;
      else if (byte === lineFeed && !quoted) rows += 1;
    }
    return Math.max(0, rows);
  };
}
