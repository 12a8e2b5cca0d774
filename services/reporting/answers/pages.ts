import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Page__Output } from '../../../proto/generated/clientreporting/reporting/Page.ts';
import { readOne } from '../../../runtime/postgres/database.ts';
import { requireVersion, versionOf } from '../servers/data-version.ts';
import type { Conditions } from '../../../proto/report.ts';
import type { DatabaseServers } from '../servers/database-servers.ts';
import { valuesOf } from '../sql/statement.ts';
import type { Statement } from '../sql/statement.ts';
import type { Caches } from './caches.ts';
import { entityTag, isListed } from './entity-tag.ts';
import type { Query } from './report.ts';

/** What pages are cut from. `key` tells two of them apart. */
export type Paged = {
  name: string;
  key: unknown;
  page: Statement;
  cachedPage: Statement;
  values: Record<string, unknown>;
};

export type PageRequest = { companyId: string; page: number; itemsPerPage: number } & Conditions;

/** A page, and how many rows it has. */
export type Page = Page__Output & { rows: number };

export type ReadPage = (paged: Paged, request: PageRequest, signal: AbortSignal) => Promise<Page>;

/** What the statement of a page yields. `results` and `statistics` are JSON. `batchIds` is null of a page that is alone in its batch. */
type PageRow = {
  totalCount: number;
  results: string | null;
  statistics: string | null;
  batchIds: string | null;
};

export function pagedReport({ report, order, filter, values }: Query): Paged {
  const { name, cachedPageStatement } = report;
  return { name, key: [order, filter], page: report.pageStatement(order), cachedPage: cachedPageStatement, values };
}

/**
 * Answers pages from a cache, as long as the version of the company's data is the one that an answer was made of. A version is
 * committed with the data and read for every request, so that no answer is older than its request. An answer that the
 * caller has, by its etag, is neither made nor sent.
 */
export function createPages(
  servers: DatabaseServers,
  { answers, batches }: Pick<Caches, 'answers' | 'batches'>,
  metrics: Registry,
): ReadPage {
  const answered = new Counter({
    name: 'client_reporting_report_answers_total',
    help: 'Pages answered: not modified (304), cached, of rows whose order is cached, or computed.',
    labelNames: ['report', 'source'],
    registers: [metrics],
  });
  return (paged, request, signal) =>
    servers.read(request, signal, async (server) => {
      const { itemsPerPage, ifNoneMatch } = request;
      const position = positionOf(request);
      const answerKey = JSON.stringify([paged.name, paged.key, itemsPerPage, request.page]);
      const batchKey = JSON.stringify([paged.name, paged.key, itemsPerPage, position.batch]);
      const tagOf = (version: string) => entityTag(paged.page, answerKey, version);
      const count = (source: string) => answered.inc({ report: paged.name, source });
      const read = async <Row>(statement: Statement, others: object = {}) => {
        const values = valuesOf(statement, { ...paged.values, ...position, ...others });
        const { stripes, ...row } = await readOne<Row & { stripes: string }>(server.pages, statement, values, signal);
        return { ...row, version: versionOf(stripes) };
      };
      const answer = (row: Omit<PageRow, 'batchIds'> & { version: string }, source: string) => {
        const { version } = row;
        count(source);
        const page = { ...pageJson(request, row), etag: tagOf(version), version };
        answers.set(answerKey, page);
        requireVersion(version, request);
        return page;
      };

      const cached = answers.get(answerKey);
      if (cached || ifNoneMatch.length > 0) {
        const version = await server.version();
        requireVersion(version, request);
        const etag = tagOf(version);
        if (isListed(etag, ifNoneMatch)) {
          count('not_modified');
          return { json: Buffer.alloc(0), etag, pagesCount: 0, version, rows: 0 };
        }
        if (cached?.version === version) {
          count('cached');
          return cached;
        }
      }
      const batch = batches.get(batchKey);
      if (batch) {
        const pageIds = batch.ids.slice(position.pageOffset, position.pageOffset + itemsPerPage);
        const row = await read<Pick<PageRow, 'results'>>(paged.cachedPage, { pageIds });
        if (row.version === batch.version) return answer({ ...batch, ...row }, 'cached_order');
      }
      const { batchIds, ...row } = await read<PageRow>(paged.page);
      if (batchIds !== null) {
        const { version, totalCount, statistics } = row;
        batches.set(batchKey, { version, totalCount, statistics, ids: JSON.parse(batchIds) as string[] });
      }
      return answer(row, 'computed');
    });
}

const batchRows = 1_000;

/**
 * Where a page is: in which batch of rows, how many rows stand before the batch and how many are in it, and how many of the batch stand
 * before the page. The first page is often the only one that is read, so it is a batch of its own.
 */
export function positionOf({ page, itemsPerPage }: Pick<PageRequest, 'page' | 'itemsPerPage'>) {
  const pages = Math.floor(batchRows / itemsPerPage);
  const batch = Math.floor((page - 1) / pages);
  return {
    batch,
    batchOffset: batch * pages * itemsPerPage,
    batchSize: page === 1 ? itemsPerPage : pages * itemsPerPage,
    pageOffset: ((page - 1) % pages) * itemsPerPage,
    itemsPerPage,
  };
}

/** The JSON of a page: its rows, where it is, and of a report, its statistics. */
function pageJson(
  { page, itemsPerPage }: PageRequest,
  { totalCount, results, statistics }: Pick<PageRow, 'totalCount' | 'results' | 'statistics'>,
): Pick<Page, 'json' | 'pagesCount' | 'rows'> {
  const pagesCount = Math.ceil(totalCount / itemsPerPage);
  const pagination = JSON.stringify({ currentPage: page, itemsPerPage, pagesCount, totalCount });
  const end = statistics === null ? '' : `,"statistics":${statistics}`;
  const rows = Math.max(0, Math.min(itemsPerPage, totalCount - (page - 1) * itemsPerPage));
  return { json: Buffer.from(`{"results":${results ?? '[]'},"pagination":${pagination}${end}}`), pagesCount, rows };
}

/**
 * One plan for each statement, made once a connection without regard to its parameters: to plan a page takes longer than to read
 * one of a small company. Such a plan takes a page for a tenth of all rows, so it would sort them, or read all contracts into a hash.
 * plans.test.ts shows the need of each setting; see docs/decisions/0006.
 */
export const plannerSettings = `
  set plan_cache_mode = force_generic_plan;
  set enable_sort = off;
  set jit = off`;
