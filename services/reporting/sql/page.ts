import { sql, withAll } from './statement.ts';
import type { Sql } from './statement.ts';

/** The stripes of the company's data, each with its number, which grows with each change that is written in it: `0:17 3:25`. */
export const currentStripes = sql`
  -- The version of the data: each stripe with the number of its last change.
  select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as stripes
  from reporting.data_versions where company_id = :companyId`;

/** How many rows stand before the batch that a page is cut from, and how many are in it. */
export const batchOffset = ':batchOffset::bigint';
export const batchSize = ':batchSize::bigint';

/** What a report puts into the statement of a page. `totals` has one row. */
export type PageParts = {
  /** CTEs, `totals` among them. */
  ctes: Sql[];
  /** Over `totals`. */
  totalCount: Sql;
  /** JSON, over `totals`. */
  statistics: Sql;
  /** Selects the ids of the batch, in order. */
  ids: Sql;
};

/**
 * One page with the totals of all that match, and the stripes that they are of: one snapshot. It yields a `PageRow`. */
export function pageStatement({ ctes, totalCount, statistics, ids }: PageParts, results: Sql): Sql {
  const batch = sql`
    batch as materialized (
      -- The ids of the page, or of the 1,000 rows that it lies in.
      select id, row_number() over () as position from (
        ${ids}
      ) batch
      -- For a page past the end, no row is read.
      where ${batchOffset} + :pageOffset::bigint < (select ${totalCount} from totals)
    )`;
  const page = sql`
    page as materialized (
      select id, position from batch
      where position > :pageOffset::bigint and position <= :pageOffset::bigint + :itemsPerPage
    )`;
  return sql`
    ${withAll(...ctes, batch, page)}
    select (
        ${currentStripes}
      ) as stripes,
      ${totalCount}::float8 as "totalCount",
      ${statistics} as statistics,
      -- For the cache: the pages beside this one are cut from these ids, as long as the data are the same. The first page has none beside it.
      case when ${batchSize} > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
      (
        ${results}
      ) as results
    from totals`;
}

/** The totals of all that match, and the stripes that they are of. */
export function totalsStatement({ ctes, totalCount, statistics }: PageParts): Sql {
  return sql`
    ${withAll(...ctes)}
    select (
        ${currentStripes}
      ) as stripes,
      ${totalCount}::float8 as "totalCount",
      ${statistics} as statistics
    from totals`;
}

/** The rows of a page whose ids are cached, and the stripes that they are of. */
export function cachedPageStatement(results: Sql): Sql {
  return sql`
    with page as materialized (
      select id, position from unnest(:pageIds::text[]) with ordinality cached (id, position)
    )
    select
      (
        ${currentStripes}
      ) as stripes,
      (
        ${results}
      ) as results`;
}
