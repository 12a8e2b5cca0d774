import { sql } from '../sql/statement.ts';
import type { PageRequest } from './report.ts';

/** Ids in the order of a report. Cached, they spare later pages passing over all rows before them. */
export type PageBatch = { version: string; ids: string[] };

/** How many rows stand before the batch, and how many are in it. */
export const batchOffset = ':batchOffset::bigint';
export const batchSize = ':batchSize::bigint';

export const pageStart = `(${batchOffset} + :pageOffset::bigint)`;

const batchRows = 1_000;

/** Where the page is. The first page is often the only one that is read, so it is a batch of its own. */
export function positionOf({ page, itemsPerPage }: Pick<PageRequest, 'page' | 'itemsPerPage'>) {
  const pages = Math.floor(batchRows / itemsPerPage);
  const batch = Math.floor((page - 1) / pages);
  return {
    batch,
    batchOffset: batch * pages * itemsPerPage,
    batchSize: page === 1 ? itemsPerPage : pages * itemsPerPage,
    pageOffset: ((page - 1) % pages) * itemsPerPage,
  };
}

export function positionValues(request: Pick<PageRequest, 'page' | 'itemsPerPage'>, cached?: PageBatch) {
  const { batchOffset, batchSize, pageOffset } = positionOf(request);
  const { itemsPerPage } = request;
  return {
    ...{ batchOffset, batchSize, pageOffset, itemsPerPage },
    batchVersion: cached?.version ?? null,
    pageIds: cached?.ids.slice(pageOffset, pageOffset + itemsPerPage) ?? null,
  };
}

/**
 * The CTEs `batch` and `page`: ids with their positions. The page is cached for the version `:batchVersion`; otherwise it is cut from
 * the batch, which `idsInOrder` selects, unless it is past the end. It belongs into a statement that has `current`.
 */
export function pageOf(idsInOrder: string, hasPage: string): string {
  return sql`
    batch as materialized (
      select id, row_number() over () as position
      from (
        ${idsInOrder}
      ) batch
      where ${hasPage} and (select version from current) is distinct from :batchVersion::text
    ),
    page as materialized (
      select id, position
      from batch
      where position > :pageOffset::bigint and position <= :pageOffset::bigint + :itemsPerPage::bigint
      union all
      select id, position
      from unnest(:pageIds::text[]) with ordinality cached (id, position)
      where (select version from current) = :batchVersion::text
    )`;
}

/** The ids of the batch as JSON; null of a page that is cached, or alone in its batch, or past the end. */
export const batchIds = `case when ${batchSize} > :itemsPerPage then (select json_agg(id order by position)::text from batch) end`;
