import type pg from 'pg';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Report__Output } from '../../../proto/generated/clientreporting/reporting/Report.ts';
import { runStatement } from '../../../runtime/postgres/database.ts';
import { statement, valuesOf } from '../sql/statement.ts';
import type { Statement } from '../sql/statement.ts';
import { versionStatement } from './data-version.ts';
import { createEntityTags, isAmong } from './entity-tag.ts';
import { createReportCache } from './report-cache.ts';
import type { Totals } from './report-cache.ts';
import { isFiltered, orderOf, statementName } from './report.ts';
import type { PageRequest, PageRow, Report } from './report.ts';

export type RunReport = <SortField extends string>(
  report: Report<SortField>,
  request: PageRequest,
  signal: AbortSignal,
) => Promise<Report__Output>;

/**
 * Answers pages from a cache, as long as the version of the company's data is the one that an answer was made of. A version is
 * committed with the data and read for every request, so that no answer is older than its request. An answer that the
 * caller has, by its etag, is neither made nor sent.
 */
export function createReports(pool: pg.Pool, cacheBytes: number, metrics: Registry): RunReport {
  const cache = createReportCache(cacheBytes, metrics);
  const etagOf = createEntityTags();
  const statements = new Map<string, Statement>();
  const answered = new Counter({
    name: 'client_reporting_report_answers_total',
    help: 'Pages answered: not modified (304), cached, with cached totals, or computed.',
    labelNames: ['report', 'source'],
    registers: [metrics],
  });

  return async (report, request, signal) => {
    const { page, itemsPerPage, ifNoneMatch } = request;
    const order = orderOf(report, request);
    const filters = report.filterValues(request);
    const { name } = report.definition;
    const key = statementName(report, order);
    const totalsKey = JSON.stringify([name, filters]);
    const answerKey = JSON.stringify([totalsKey, key, page, itemsPerPage]);
    const prepared = statements.get(key) ?? statement(key, report.pageStatement(order));
    statements.set(key, prepared);

    const cached = cache.answers.get(answerKey);
    if (cached || ifNoneMatch.length > 0) {
      const version = await currentVersion(pool, filters.companyId, signal);
      const isCurrent = version === cached?.version;
      const etag = isCurrent ? cached.answer.etag : etagOf(prepared, answerKey, version);
      if (isAmong(etag, ifNoneMatch)) {
        answered.inc({ report: name, source: 'not_modified' });
        return { json: Buffer.alloc(0), etag, pagesCount: 0 };
      }
      if (isCurrent) {
        answered.inc({ report: name, source: 'cached' });
        return cached.answer;
      }
    }

    const totals = cache.totals.get(totalsKey);
    const values = pageValues(report, request, totals);
    const [row] = await runStatement<PageRow>(pool, prepared, valuesOf(prepared, values), signal);
    if (!row) throw new Error('a report is one row, always');
    const { version, totalCount } = row;
    answered.inc({ report: name, source: version === totals?.version ? 'cached_totals' : 'computed' });
    const statistics = row.statistics ?? totals?.statistics ?? '';
    const pagesCount = Math.ceil(totalCount / itemsPerPage);
    const pagination = { currentPage: page, itemsPerPage, pagesCount, totalCount };
    const json = Buffer.from(
      `{"results":${row.results ?? '[]'},"pagination":${JSON.stringify(pagination)},"statistics":${statistics}}`,
    );
    const answer = { json, etag: etagOf(prepared, answerKey, version), pagesCount };
    cache.totals.set(totalsKey, { version, totalCount, statistics });
    cache.answers.set(answerKey, { version, answer });
    return answer;
  };
}

export function pageValues(report: Report, request: PageRequest, totals?: Totals): Record<string, unknown> {
  const { page, itemsPerPage } = request;
  return {
    ...report.filterValues(request),
    dateSegments: report.dateSegments(request, isFiltered(request)),
    page,
    itemsPerPage,
    cachedVersion: totals?.version ?? null,
    cachedCount: totals?.totalCount ?? null,
  };
}

async function currentVersion(pool: pg.Pool, companyId: string, signal: AbortSignal): Promise<string> {
  const [row] = await runStatement<{ version: string }>(pool, versionStatement, [companyId], signal);
  if (!row) throw new Error('a version is one row, always');
  return row.version;
}

/**
 * One plan for each statement, made once a connection without regard to its parameters, out of index scans and nested
 * loops alone: the shape that is right for a company of any size. See docs/decisions/0006.
 */
export const plannerSettings = `
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off;
  set enable_bitmapscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set enable_sort = off;
  set jit = off`;
