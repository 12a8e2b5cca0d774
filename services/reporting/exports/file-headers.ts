import type { ExportChunk__Output } from '../../../proto/generated/clientreporting/reporting/ExportChunk.ts';
import type { ExportRequest__Output } from '../../../proto/generated/clientreporting/reporting/ExportRequest.ts';
import { requireVersion } from '../servers/data-version.ts';
import type { Conditions } from '../../../proto/report.ts';
import type { DatabaseServers } from '../servers/database-servers.ts';
import { entityTag, isListed } from '../answers/entity-tag.ts';
import { pagedReport } from '../answers/pages.ts';
import type { ReadPage } from '../answers/pages.ts';
import type { Query } from '../answers/report.ts';
import { statement } from '../sql/statement.ts';
import { formats } from './formats/formats.ts';

export type FileRequest = { companyId: string } & Conditions & Pick<ExportRequest__Output, 'format' | 'headersOnly'>;

/** The one chunk of an answer without a file; undefined where there is to be a file. It takes no export slot. */
export function createFileHeaders(servers: DatabaseServers, readPage: ReadPage) {
  return async (query: Query, request: FileRequest, signal: AbortSignal): Promise<ExportChunk__Output | undefined> => {
    const { headersOnly, ifNoneMatch } = request;
    // A page of one row has as many pages as the file has rows.
    const { version, pagesCount: totalCount } = headersOnly
      ? await readPage(pagedReport(query), { ...request, page: 1, itemsPerPage: 1, ifNoneMatch: [] }, signal)
      : await servers.read(request, signal, async (server) => ({ version: await server.version(), pagesCount: 0 }));
    requireVersion(version, request);
    const etag = fileTag(query, request, version);
    const notModified = isListed(etag, ifNoneMatch);
    if (!headersOnly && !notModified) return undefined;
    return { totalCount, content: Buffer.alloc(0), version, etag, notModified };
  };
}

export function fileTag({ report, order, filter }: Query, { format }: FileRequest, version: string): string {
  const rows = statement('rows', report.rowsStatement(order, formats[format].row));
  return entityTag(rows, JSON.stringify([format, filter]), version);
}
