import type { NamesRequest__Output } from '../../../proto/generated/clientreporting/reporting/NamesRequest.ts';
import { readOne } from '../../../runtime/postgres/database.ts';
import { readVersion, requireVersion, versionOf } from '../servers/data-version.ts';
import type { DatabaseServers } from '../servers/database-servers.ts';
import { entityTag, isAmong } from '../answers/entity-tag.ts';
import { pageJson } from '../answers/page-json.ts';
import type { Page } from '../answers/page-json.ts';
import { valuesOf } from '../sql/statement.ts';
import { namesStatements } from './statements.ts';

type Request = NamesRequest__Output & { companyId: string };

/** Answers a page of names, under the conditions of a page of a report. */
export function createNames(servers: DatabaseServers) {
  return (request: Request, signal: AbortSignal): Promise<Page> => {
    const { list, companyId, search, page, itemsPerPage, ifNoneMatch } = request;
    const ids = request.ids.length > 0 ? request.ids : null;
    const statement = namesStatements[list];
    const key = JSON.stringify([companyId, search, ids, page, itemsPerPage]);
    return servers.read(request, signal, async (choice) => {
      if (ifNoneMatch.length > 0) {
        const version = choice.version ?? (await readVersion(choice.pages, companyId, signal));
        const etag = entityTag(statement, key, version);
        if (isAmong(etag, ifNoneMatch)) {
          requireVersion(version, request);
          return { json: Buffer.alloc(0), etag, pagesCount: 0, version, rows: 0 };
        }
      }
      const values = { companyId, search, ids, itemsPerPage, offset: (page - 1) * itemsPerPage };
      const row = await readOne<Row>(choice.pages, statement, valuesOf(statement, values), signal);
      const version = versionOf(row.version);
      requireVersion(version, request);
      return { ...pageJson(request, row), etag: entityTag(statement, key, version), version };
    });
  };
}

type Row = { version: string; totalCount: number; results: string | null };
