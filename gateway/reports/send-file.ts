import type { Response } from 'express';
import type { ExportChunk__Output } from '../../proto/generated/clientreporting/reporting/ExportChunk.ts';
import { compress } from '../http/send.ts';
import type { Send } from '../http/send.ts';
import { versionHeaders } from './conditional.ts';
import { exportTypes } from './media-types.ts';
import type { Format } from './media-types.ts';

type ReportFile = { report: string; groupBy: readonly string[]; fromDate: string; toDate: string; format: Format };

/** A file of no more bytes, made in this time, is sent with its length. The buffers of a longer one take less. */
const held = { bytes: 1_048_576, ms: 8_000 };

const compressedFormats: Format[] = ['xlsx', 'parquet'];

/** What fails before the first bytes is an answer like any other. */
export async function sendFile(
  response: Response,
  file: ReportFile,
  chunks: () => AsyncIterable<ExportChunk__Output>,
  send: Pick<Send, 'takeBytes' | 'file' | 'whole'>,
): Promise<void> {
  // The server's own timeout counts the time in which there is nothing to send, too.
  response.setTimeout(0);
  const isCompressible = !compressedFormats.includes(file.format);
  const startedAt = performance.now();
  const first: Buffer[] = [];
  let size = 0;
  let headers = {};
  let client: ReturnType<Send['file']> | undefined;
  for await (const chunk of chunks()) {
    if (client) {
      await client.write(chunk.content);
      continue;
    }
    headers = { ...versionHeaders(chunk), ...(!chunk.notModified && fileHeaders(file, chunk.totalCount)) };
    if (chunk.notModified) response.status(304);
    if (chunk.content.length === 0) continue;
    if (size === 0) send.takeBytes(response, held.bytes);
    first.push(chunk.content);
    size += chunk.content.length;
    if (size <= held.bytes && performance.now() - startedAt < held.ms) continue;
    response.set(headers);
    if (isCompressible) compress(response);
    client = send.file(response);
    await client.write(Buffer.concat(first.splice(0)));
    // Else they wait until a block is full.
    if (isCompressible) response.flush();
  }
  if (client) await client.end();
  else if (response.req.method === 'HEAD' || response.statusCode === 304) response.set(headers).end();
  else {
    const compressFrom = isCompressible ? 1 : Infinity;
    await send.whole(response, Buffer.concat(first), headers, { compressFrom, client: send.file(response) });
  }
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
