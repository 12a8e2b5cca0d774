import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Report__Output } from '../../../proto/generated/clientreporting/reporting/Report.ts';
import { runStatement } from '../../../runtime/postgres/database.ts';
import { statement, valuesOf } from '../sql/statement.ts';
import type { Statement } from '../sql/statement.ts';
import { readVersion, requireVersion } from './data-version.ts';
import type { Choice, DatabaseServers } from './database-servers.ts';
import { entityTag, isAmong } from './entity-tag.ts';
import { positionOf, positionValues } from './page-batch.ts';
import type { PageBatch } from './page-batch.ts';
import { createReportCache } from './report-cache.ts';
import type { ReportCache, Span, Totals } from './report-cache.ts';
import { orderOf, statementName } from './report.ts';
import type { FilterValues, PageRequest, PageRow, Report } from './report.ts';

export type RunReport = (report: Report, request: PageRequest, signal: AbortSignal) => Promise<Report__Output>;

/**
 * Answers pages from a cache, as long as the version of the company's data is the one that an answer was made of. A version is
 * committed with the data and read for every request, so that no answer is older than its request. An answer that the
 * caller has, by its etag, is neither made nor sent.
 */
export function createReports(servers: DatabaseServers, cacheBytes: number, metrics: Registry): RunReport {
  const cache = createReportCache(cacheBytes, metrics);
  const statements = new Map<string, Statement>();
  const answered = new Counter({
    name: 'client_reporting_report_answers_total',
    help: 'Pages answered: not modified (304), cached, with cached totals, or computed.',
    labelNames: ['report', 'source'],
    registers: [metrics],
  });

  const run = async (report: Report, request: PageRequest, choice: Choice, signal: AbortSignal) => {
    const { page, itemsPerPage, ifNoneMatch } = request;
    const order = orderOf(report, request);
    const filters = report.filterValues(request);
    const { name } = report.definition;
    const key = statementName(report, order);
    const answerKey = JSON.stringify([key, filters, page, itemsPerPage]);
    const prepared = statements.get(key) ?? statement(key, report.pageStatement(order));
    statements.set(key, prepared);

    const cached = cache.answers.get(answerKey);
    if (cached || ifNoneMatch.length > 0) {
      const version = choice.version ?? (await readVersion(choice.pages, filters.companyId, signal));
      requireVersion(version, request);
      const isCurrent = version === cached?.version;
      const etag = isCurrent ? cached.etag : entityTag(prepared, answerKey, version);
      if (isAmong(etag, ifNoneMatch)) {
        answered.inc({ report: name, source: 'not_modified' });
        return { json: Buffer.alloc(0), etag, pagesCount: 0, version };
      }
      if (isCurrent) {
        answered.inc({ report: name, source: 'cached' });
        return cached;
      }
    }

    const spanKey = JSON.stringify([name, { ...filters, fromDate: '', toDate: '' }]);
    const span = cache.spans.get(spanKey);
    const totals = cachedTotals(cache, totalsKey(name, filters, span), span);
    const batchKey = JSON.stringify([key, filters, itemsPerPage, positionOf(request).batch]);
    const values = pageValues(report, request, totals, cache.batches.get(batchKey));
    const [row] = await runStatement<PageRow>(choice.pages, prepared, valuesOf(prepared, values), signal);
    if (!row) throw new Error('a report is one row, always');
    const { version, totalCount } = row;
    answered.inc({ report: name, source: version === totals?.version ? 'cached_totals' : 'computed' });
    const statistics = row.statistics ?? totals?.statistics ?? '';
    const pagesCount = Math.ceil(totalCount / itemsPerPage);
    const pagination = { currentPage: page, itemsPerPage, pagesCount, totalCount };
    const json = Buffer.from(
      `{"results":${row.results ?? '[]'},"pagination":${JSON.stringify(pagination)},"statistics":${statistics}}`,
    );
    const answer = { json, etag: entityTag(prepared, answerKey, version), pagesCount, version };
    const { firstDay, lastDay } = row;
    const newSpan = firstDay !== null && lastDay !== null ? { version, firstDay, lastDay } : span;
    if (newSpan) cache.spans.set(spanKey, newSpan);
    cache.totals.set(totalsKey(name, filters, newSpan), { version, totalCount, statistics });
    if (row.batchIds !== null) cache.batches.set(batchKey, { version, ids: JSON.parse(row.batchIds) as string[] });
    cache.answers.set(answerKey, answer);
    requireVersion(version, request);
    return answer;
  };

  return async (report, request, signal) => {
    const choice = await servers.choose(request, signal);
    const answer = await run(report, request, choice, signal);
    servers.answered(request.companyId, answer.version, choice);
    return answer;
  };
}

/** Ranges that differ only in days without data have the same totals. */
function totalsKey(report: string, filters: FilterValues, span: Span | undefined): string {
  const { fromDate, toDate } = filters;
  const overlaps = span && fromDate <= span.lastDay && toDate >= span.firstDay;
  const from = overlaps && fromDate < span.firstDay ? span.firstDay : fromDate;
  const to = overlaps && toDate > span.lastDay ? span.lastDay : toDate;
  return JSON.stringify([report, { ...filters, fromDate: from, toDate: to }]);
}

/** Totals of another version than the span, which they were found by, may be of other days. */
function cachedTotals(cache: ReportCache, key: string, span: Span | undefined): Totals | undefined {
  const totals = cache.totals.get(key);
  return span === undefined || span.version === totals?.version ? totals : undefined;
}

export function pageValues(
  report: Report,
  request: PageRequest,
  totals?: Totals,
  batch?: PageBatch,
): Record<string, unknown> {
  return {
    ...report.filterValues(request),
    ...report.dateSegments(request),
    ...positionValues(request, batch),
    cachedVersion: totals?.version ?? null,
    cachedCount: totals?.totalCount ?? null,
  };
}

/**
 * One plan for each statement, made once a connection without regard to its parameters, out of index scans and nested
 * loops alone: the shape that is right for a company of any size. See docs/decisions/0006.
 * Citus needs the company's value to find its node, and plans these statements each time.
 */
export const plannerSettings = `
  select set_config('plan_cache_mode', case when count(*) > 0 then 'auto' else 'force_generic_plan' end, false)
  from pg_extension where extname = 'citus';
  set enable_seqscan = off;
  set enable_bitmapscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set enable_sort = off;
  set work_mem = '32MB';
  set jit = off`;
