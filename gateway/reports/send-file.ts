import type { Response } from 'express';
import type { ExportChunk__Output } from '../../proto/generated/clientreporting/reporting/ExportChunk.ts';
import { compress } from '../http/send.ts';
import type { Send } from '../http/send.ts';
import { versionHeaders } from './conditional.ts';
import { exportTypes } from './media-types.ts';
import type { Format } from './media-types.ts';

type ReportFile = { report: string; groupBy: readonly string[]; fromDate: string; toDate: string; format: Format };

/** What the buffers of one export take: of its compression, its connections, and the kernel's as the pods have it. */
const bufferBytes = 524_288;

const compressedFormats: Format[] = ['xlsx', 'parquet'];

/** What fails before the first bytes is an answer like any other. */
export async function sendFile(
  response: Response,
  file: ReportFile,
  chunks: () => AsyncIterable<ExportChunk__Output>,
  send: Pick<Send, 'takeBytes' | 'file'>,
): Promise<void> {
  // The server's own timeout counts the time in which there is nothing to send, too.
  response.setTimeout(0);
  const isCompressed = !compressedFormats.includes(file.format);
  if (isCompressed) compress(response);
  const { write, end } = send.file(response);
  let headers = {};
  for await (const chunk of chunks()) {
    headers = { ...versionHeaders(chunk), ...(!chunk.notModified && fileHeaders(file, chunk.totalCount)) };
    if (chunk.notModified) response.status(304);
    if (chunk.content.length === 0) continue;
    const isFirst = !response.headersSent;
    if (isFirst) {
      send.takeBytes(response, bufferBytes);
      response.set(headers);
    }
    await write(chunk.content);
    // Else they wait until a block is full.
    if (isFirst && isCompressed) response.flush();
  }
  if (!response.headersSent) response.set(headers);
  await end();
}

function fileHeaders({ report, groupBy, fromDate, toDate, format }: ReportFile, totalCount: number) {
  const name = [report, ...groupBy.map((group, index) => `${index === 0 ? 'by' : 'and'}-${group}`)].join('-');
  return {
    'Content-Type': contentTypes[format],
    'Content-Disposition': `attachment; filename="${name}_${fromDate}_${toDate}.${format}"`,
    'X-Total-Count': String(totalCount),
  };
}

const contentTypes: Record<Format, string> = {
  ...exportTypes,
  csv: `${exportTypes.csv}; charset=utf-8; header=present`,
};
