import { once } from 'node:events';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Report__Output } from '../../proto/generated/clientreporting/reporting/Report.ts';
import type { ReportPiece__Output } from '../../proto/generated/clientreporting/reporting/ReportPiece.ts';
import { exportTypes } from './accept.ts';
import { writeAtPaceOf } from './client-pace.ts';
import type { ClientPace } from './client-pace.ts';

const ofPages = () => z.undefined({ error: 'must not be given here: an export has every row' }).optional();

/** What an export takes instead of a page's parameters. */
export const exportParameters = { page: ofPages(), itemsPerPage: ofPages() };

type ExportFile = { report: string; fromDate: string; toDate: string; format: keyof typeof exportTypes };

/** Where an export comes from: all of it, or as a page of one row, which tells how many there are. */
type ExportSource = {
  pieces: () => AsyncIterable<ReportPiece__Output>;
  pageOfOne: () => Promise<Report__Output>;
};

export type SendExport = (
  request: Request,
  response: Response,
  file: ExportFile,
  source: ExportSource,
) => Promise<void>;

/**
 * Sends an export as its pieces come, as fast as the client takes them; for HEAD its headers alone. A client that is too
 * slow is disconnected. What fails before the first piece is an answer like any other.
 */
export function exportSender(pace: ClientPace): SendExport {
  return async (request, response, file, { pieces, pageOfOne }) => {
    if (request.method === 'HEAD') {
      const { pagesCount } = await pageOfOne();
      response.set(headersOf(file, pagesCount)).end();
      return;
    }
    // A response that waits for an earlier one on its connection does not notice when that connection closes: its export
    // would hold a slot in reporting.
    if (!response.socket && !response.destroyed) await once(response, 'socket');
    const client = new AbortController();
    if (response.destroyed) client.abort();
    else response.once('close', () => client.abort());
    // The server's own timeout counts the time in which there is nothing to send, too.
    response.setTimeout(0);
    const { write, end } = writeAtPaceOf(response, pace, client.signal);
    for await (const { totalCount, content } of pieces()) {
      if (!response.headersSent) response.set(headersOf(file, totalCount));
      await write(content);
    }
    await end();
  };
}

function headersOf({ report, fromDate, toDate, format }: ExportFile, totalCount: number) {
  return {
    'Content-Type': contentTypes[format],
    'Content-Disposition': `attachment; filename="${report}_${fromDate}_${toDate}.${format}"`,
    'X-Total-Count': String(totalCount),
    'Cache-Control': 'private, no-store',
    Vary: 'Authorization, Accept',
  };
}

const contentTypes: Record<ExportFile['format'], string> = {
  ...exportTypes,
  csv: `${exportTypes.csv}; charset=utf-8; header=present`,
};
