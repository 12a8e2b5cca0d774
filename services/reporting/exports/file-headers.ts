import type { ExportChunk__Output } from '../../../proto/generated/clientreporting/reporting/ExportChunk.ts';
import type { ExportRequest__Output } from '../../../proto/generated/clientreporting/reporting/ExportRequest.ts';
import { requireVersion } from '../servers/data-version.ts';
import type { Conditions } from '../../../proto/report.ts';
import type { DatabaseServers } from '../servers/database-servers.ts';
import { entityTag, isListed } from '../answers/entity-tag.ts';
import { readTotals } from '../answers/report.ts';
import type { Query } from '../answers/report.ts';
import { runStatement } from '../../../runtime/postgres/database.ts';
import { statement } from '../sql/statement.ts';
import { formats } from './formats/formats.ts';

export type FileRequest = { companyId: string } & Conditions & Pick<ExportRequest__Output, 'format' | 'headersOnly'>;

/** The one chunk of an answer without a file; undefined where there is to be a file. It takes no export slot. */
export function createFileHeaders(servers: DatabaseServers) {
  return async (query: Query, request: FileRequest, signal: AbortSignal): Promise<ExportChunk__Output | undefined> => {
    const { headersOnly, ifNoneMatch } = request;
    const { version, totalCount } = await servers.read(request, signal, async (server) =>
      headersOnly
        ? readTotals(query, (statement, values) => runStatement(server.pages, statement, values, signal))
        : { version: await server.version(), totalCount: 0 },
    );
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
