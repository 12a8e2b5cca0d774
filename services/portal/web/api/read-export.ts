import { Failure } from './failure.ts';
import type { Session } from './session.ts';

export const formats = {
  csv: { title: 'CSV', type: 'text/csv' },
  xlsx: { title: 'Excel', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  ndjson: { title: 'NDJSON', type: 'application/x-ndjson' },
} as const;

export type Format = keyof typeof formats;
export type Progress = { rows: number; bytes: number; total: number | undefined };

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
  const { type } = formats[format];
  const response = await session.ask(path, { headers: { Accept: type }, signal });
  const requestId = response.headers.get('X-Request-Id') ?? undefined;
  if (!response.headers.get('Content-Type')?.startsWith(type)) {
    throw new Failure('unreadable', 'The answer is no export.', { requestId });
  }
  const total = Number(response.headers.get('X-Total-Count'));
  const countRows = rowCounter(format);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  await eachPiece(response, (piece) => {
    pieces.push(piece);
    bytes += piece.length;
    // A spreadsheet is compressed, so the number of rows received is unknown.
    onProgress(format === 'xlsx' ? { rows: 0, bytes, total: undefined } : { rows: countRows(piece), bytes, total });
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new Failure('cut_short', 'The connection ended before the last row.', { requestId });
  });
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? `report.${format}`;
  return { name, file: new Blob(pieces, { type }), rows: total };
}

async function eachPiece(response: Response, take: (piece: Uint8Array<ArrayBuffer>) => void): Promise<void> {
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) take(piece.value);
}

const [lineFeed, quote] = [10, 34];

/** Counts the rows that have ended: a line is one, but in CSV neither the header nor a line within quotes. */
function rowCounter(format: Format): (piece: Uint8Array) => number {
  let rows = format === 'csv' ? -1 : 0;
  let quoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === quote && format === 'csv') quoted = !quoted;
      else if (byte === lineFeed && !quoted) rows += 1;
    }
    return Math.max(0, rows);
  };
}
