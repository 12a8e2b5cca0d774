import { Failure } from './failure.ts';
import type { Session } from './session.ts';

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Reads a workbook to its end.
 * @param onProgress is called with the bytes so far
 * @throws Failure; `cut_short` where the connection broke, since part of a report isn't a report
 */
export async function readExport(
  session: Session,
  path: string,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<{ name: string; file: Blob; rows: number }> {
  const { headers, body } = await session.ask(path, { headers: { Accept: type }, signal });
  const requestId = headers.get('X-Request-Id') ?? undefined;
  if (!headers.get('Content-Type')?.startsWith(type)) {
    throw new Failure('unreadable', 'The answer is no export.', { requestId });
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const reader = body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      chunks.push(read.value);
      onProgress((bytes += read.value.length));
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Failure('cut_short', 'The connection ended before the last row.', { requestId });
  }
  const name = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'report.xlsx';
  return { name, file: new Blob(chunks, { type }), rows: Number(headers.get('X-Total-Count')) };
}
